export declare const color: {
  /** Links & buttons. Never * / text
   * @deprecated Use Moss.
   * @see #palette */
  readonly "acme-blue": string;
  /** @deprecated Use Moss.
   * @see #palette */
  readonly "acme-blue-50": string;
  /** @deprecated Use Moss.
   * @see #palette */
  readonly "acme-blue-500": string;
  /** @deprecated Use Moss.
   * @see #palette */
  readonly "acme-blue-950": string;
  /** Water, 1 < 2
   * @deprecated
   * @see #palette */
  readonly "blå": string;
  /** @see #palette */
  readonly "blå-2": string;
  /** @see #palette */
  readonly "acme-blue-500-2": string;
  /** @see #palette */
  readonly "h1": string;
  /** @see #palette */
  readonly "h-1": string;
  /** @see #palette */
  readonly "金赤": string;
  /** @see #palette */
  readonly "color": string;
  /** @see #palette */
  readonly "moss": string;
  /** @see #palette */
  readonly "moss-50": string;
  /** @see #palette */
  readonly "moss-100": string;
  /** @see #palette */
  readonly "moss-200": string;
  /** @see #palette */
  readonly "moss-300": string;
  /** @see #palette */
  readonly "moss-400": string;
  /** @see #palette */
  readonly "moss-500": string;
  /** @see #palette */
  readonly "moss-600": string;
  /** @see #palette */
  readonly "moss-700": string;
  /** @see #palette */
  readonly "moss-800": string;
  /** @see #palette */
  readonly "moss-900": string;
  /** @see #palette */
  readonly "moss-950": string;
  /** @see #palette */
  readonly "no-tints": string;
};

export declare const dimension: {
  /** @see #space */
  readonly "0": string;
  /** @see #space */
  readonly "0-5": string;
  /** @see #space */
  readonly "2-5": string;
  /** @see #space */
  readonly "1-5": string;
  /** Inside of cards
   * @see #space */
  readonly "4": string;
  /** @see #space */
  readonly "6": string;
  /** @see #space */
  readonly "25": string;
  /** @see #space */
  readonly "5": string;
  /** @deprecated Gone in spring
   * @see #points */
  readonly "breakpoint-tablet": string;
  /** @see #points */
  readonly "breakpoint-désktop-l": string;
  /** @see #points */
  readonly "breakpoint": string;
};

export declare const fontFamily: {
  /** @see #type */
  readonly "headings": string;
  /** All running text
   * @see #type */
  readonly "body": string;
  /** @see #type */
  readonly "font": string;
  /** @see #type */
  readonly "font-2": string;
};

export declare const fontSize: {
  /** @see #type */
  readonly "3xs": string;
  /** @see #type */
  readonly "2xs": string;
  /** @see #type */
  readonly "xs": string;
  /** @see #type */
  readonly "sm": string;
  /** @see #type */
  readonly "md": string;
  /** @see #type */
  readonly "lg": string;
  /** @see #type */
  readonly "xl": string;
  /** @see #type */
  readonly "2xl": string;
  /** @see #type */
  readonly "3xl": string;
  /** @see #type */
  readonly "4xl": string;
  /** @see #type */
  readonly "5xl": string;
  /** @see #type */
  readonly "6xl": string;
};

export declare const duration: {
  /** Hover
   * @see #motion */
  readonly "fast": string;
  /** @see #motion */
  readonly "slow": string;
};

export declare const cubicBezier: {
  /** @see #motion */
  readonly "standard": string;
  /** @deprecated
   * @see #motion */
  readonly "exit": string;
};

export declare const radius: {
  /** @see #radii */
  readonly "none": string;
  /** Cards
   * @see #radii */
  readonly "card": string;
  /** @see #radii */
  readonly "pill": string;
  /** @see #radii */
  readonly "radius": string;
};

export declare const shadow: {
  /** Cards at rest
   * @see #levels */
  readonly "1": string;
  /** @see #levels */
  readonly "2": string;
  /** @see #levels */
  readonly "3": string;
  /** @see #levels */
  readonly "flat": string;
  /** @see #levels */
  readonly "own": string;
};

export declare const theme: {
  readonly "light": {
    /** By day
     * @see #themes */
    readonly "text": string;
    /** By day
     * @see #themes */
    readonly "background": string;
    /** By day
     * @see #themes */
    readonly "primary": string;
  };
  readonly "dark": {
    /** @see #themes */
    readonly "background": string;
    /** @see #themes */
    readonly "text": string;
    /** @see #themes */
    readonly "border": string;
  };
  readonly "light-2": {
    /** @see #themes */
    readonly "text-muted": string;
  };
};

export declare const modes: {
};

declare const tokens: {
  readonly color: typeof color;
  readonly dimension: typeof dimension;
  readonly fontFamily: typeof fontFamily;
  readonly fontSize: typeof fontSize;
  readonly duration: typeof duration;
  readonly cubicBezier: typeof cubicBezier;
  readonly radius: typeof radius;
  readonly shadow: typeof shadow;
  readonly theme: typeof theme;
  readonly modes: typeof modes;
};

export default tokens;
