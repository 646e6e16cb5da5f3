export declare const color: {
  /** Lines
   * @see #color */
  readonly "chart-1": string;
  /** @see #color */
  readonly "background": string;
  /** @see #color */
  readonly "text": string;
  /** @see #color */
  readonly "ink": string;
  /** @see #color */
  readonly "ink-50": string;
  /** @see #color */
  readonly "ink-100": string;
  /** @see #color */
  readonly "ink-200": string;
  /** @see #color */
  readonly "ink-300": string;
  /** @see #color */
  readonly "ink-400": string;
  /** @see #color */
  readonly "ink-500": string;
  /** @see #color */
  readonly "ink-600": string;
  /** @see #color */
  readonly "ink-700": string;
  /** @see #color */
  readonly "ink-800": string;
  /** @see #color */
  readonly "ink-900": string;
  /** @see #color */
  readonly "ink-950": string;
  /** @see #color */
  readonly "line": string;
  /** @see #color */
  readonly "line-100": string;
  /** @see #color */
  readonly "line-200": string;
};

export declare const dimension: {
  /** @see #space */
  readonly "2": string;
  /** @see #space */
  readonly "sm": string;
  /** @see #space */
  readonly "breakpoint-x": string;
  /** @see #break */
  readonly "breakpoint-tablet": string;
  /** @see #break */
  readonly "breakpoint-desktop": string;
};

export declare const fontFamily: {
  /** @see #type */
  readonly "headings": string;
  /** @see #type */
  readonly "body": string;
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
  /** @see #motion */
  readonly "fast": string;
};

export declare const cubicBezier: {
  /** @see #motion */
  readonly "out": string;
};

export declare const radius: {
  /** @see #radius */
  readonly "md": string;
};

export declare const shadow: {
  /** @see #shadow */
  readonly "card": string;
  /** @see #shadow */
  readonly "ring": string;
  /** @see #shadow */
  readonly "edge": string;
  /** @see #shadow */
  readonly "lift": string;
  /** @see #shadow */
  readonly "well": string;
};

export declare const theme: {
  readonly "light": {
    /** @see #themes */
    readonly "background": string;
    /** @see #themes */
    readonly "text": string;
    /** @see #themes */
    readonly "primary": string;
    /** @see #themes */
    readonly "border": string;
  };
  readonly "dark": {
    /** @see #themes */
    readonly "background": string;
    /** @see #themes */
    readonly "text": string;
    /** @see #themes */
    readonly "primary": string;
  };
};

export declare const text: {
  /** @see #styles */
  readonly "h1": { readonly fontFamily: string; readonly fontSize: string; readonly lineHeight: string; readonly fontWeight: string; readonly letterSpacing: string; readonly fontStyle: string; readonly textTransform: string; };
  /** Running text
   * @see #styles */
  readonly "body": { readonly fontFamily: string; readonly fontSize: string; readonly lineHeight: string; };
  /** @see #styles */
  readonly "xs": { readonly fontFamily: string; readonly fontSize: string; readonly fontWeight: string; };
  /** @see #styles */
  readonly "plain": { readonly fontFamily: string; readonly fontSize: string; };
};

export declare const gradient: {
  /** @see #gradients */
  readonly "dusk": string;
  /** @see #gradients */
  readonly "dawn": string;
  /** @see #gradients */
  readonly "two": string;
};

export declare const fontWeight: {
  /** @see #more */
  readonly "strong": string;
};

export declare const number: {
  /** @see #more */
  readonly "menu": string;
};

export declare const border: {
  /** @see #more */
  readonly "focus": string;
  /** @see #more */
  readonly "cut": string;
};

export declare const strokeStyle: {
  /** @see #more */
  readonly "dots": string;
};

export declare const transition: {
  /** @see #more */
  readonly "fade": string;
};

export declare const zIndex: {
  /** @see #layers */
  readonly "menu": string;
  /** @see #layers */
  readonly "gap": string;
  /** @see #layers */
  readonly "accent": string;
};

export declare const modes: {
  readonly "dark": {
    readonly "color": {
      /** Lines
       * @see #color */
      readonly "chart-1": string;
      /** @see #color */
      readonly "background": string;
      /** @see #color */
      readonly "ink": string;
      /** @see #color */
      readonly "ink-50": string;
      /** @see #color */
      readonly "ink-950": string;
      /** @see #color */
      readonly "line": string;
      /** @see #color */
      readonly "line-100": string;
    };
    readonly "shadow": {
      /** @see #shadow */
      readonly "card": string;
      /** @see #shadow */
      readonly "ring": string;
      /** @see #shadow */
      readonly "edge": string;
      /** @see #shadow */
      readonly "well": string;
    };
    readonly "gradient": {
      /** @see #gradients */
      readonly "dusk": string;
      /** @see #gradients */
      readonly "dawn": string;
    };
    readonly "fontWeight": {
      /** @see #more */
      readonly "strong": string;
    };
    readonly "border": {
      /** @see #more */
      readonly "focus": string;
    };
  };
  readonly "compact": {
    readonly "dimension": {
      /** @see #space */
      readonly "sm": string;
    };
    readonly "duration": {
      /** @see #motion */
      readonly "fast": string;
    };
    readonly "cubicBezier": {
      /** @see #motion */
      readonly "out": string;
    };
    readonly "radius": {
      /** @see #radius */
      readonly "md": string;
    };
    readonly "text": {
      /** @see #styles */
      readonly "h1": { readonly fontFamily: string; readonly fontSize: string; readonly lineHeight: string; readonly fontWeight: string; readonly letterSpacing: string; readonly fontStyle: string; readonly textTransform: string; };
      /** @see #styles */
      readonly "plain": { readonly fontFamily: string; readonly fontSize: string; readonly lineHeight: string; readonly fontWeight: string; readonly letterSpacing: string; readonly fontStyle: string; readonly textTransform: string; };
    };
    readonly "zIndex": {
      /** @see #layers */
      readonly "menu": string;
    };
  };
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
  readonly text: typeof text;
  readonly gradient: typeof gradient;
  readonly fontWeight: typeof fontWeight;
  readonly number: typeof number;
  readonly border: typeof border;
  readonly strokeStyle: typeof strokeStyle;
  readonly transition: typeof transition;
  readonly zIndex: typeof zIndex;
  readonly modes: typeof modes;
};

export default tokens;
