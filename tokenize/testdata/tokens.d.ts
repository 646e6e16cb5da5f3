declare const tokens: {
  readonly "color": {
    readonly "acme-blue": string;
    readonly "acme-blue-50": string;
    readonly "acme-blue-500": string;
    readonly "acme-blue-950": string;
    readonly "blå": string;
    readonly "blå-2": string;
    readonly "acme-blue-500-2": string;
    readonly "h1": string;
    readonly "h-1": string;
    readonly "金赤": string;
    readonly "color": string;
    readonly "moss": string;
    readonly "moss-50": string;
    readonly "moss-100": string;
    readonly "moss-200": string;
    readonly "moss-300": string;
    readonly "moss-400": string;
    readonly "moss-500": string;
    readonly "moss-600": string;
    readonly "moss-700": string;
    readonly "moss-800": string;
    readonly "moss-900": string;
    readonly "moss-950": string;
    readonly "no-tints": string;
  };
  readonly "dimension": {
    readonly "0": string;
    readonly "0-5": string;
    readonly "2-5": string;
    readonly "1-5": string;
    readonly "4": string;
    readonly "6": string;
    readonly "25": string;
    readonly "5": string;
    readonly "breakpoint-tablet": string;
    readonly "breakpoint-désktop-l": string;
    readonly "breakpoint": string;
  };
  readonly "fontFamily": {
    readonly "headings": string;
    readonly "body": string;
    readonly "font": string;
    readonly "font-2": string;
  };
  readonly "fontSize": {
    readonly "3xs": string;
    readonly "2xs": string;
    readonly "xs": string;
    readonly "sm": string;
    readonly "md": string;
    readonly "lg": string;
    readonly "xl": string;
    readonly "2xl": string;
    readonly "3xl": string;
    readonly "4xl": string;
    readonly "5xl": string;
    readonly "6xl": string;
  };
  readonly "duration": {
    readonly "fast": string;
    readonly "slow": string;
  };
  readonly "cubicBezier": {
    readonly "standard": string;
    readonly "exit": string;
  };
  readonly "radius": {
    readonly "none": string;
    readonly "card": string;
    readonly "pill": string;
    readonly "radius": string;
  };
  readonly "shadow": {
    readonly "1": string;
    readonly "2": string;
    readonly "3": string;
    readonly "flat": string;
    readonly "own": string;
  };
  readonly "theme": {
    readonly "light": {
      readonly "text": string;
      readonly "background": string;
      readonly "primary": string;
    };
    readonly "dark": {
      readonly "background": string;
      readonly "text": string;
      readonly "border": string;
    };
    readonly "light-2": {
      readonly "text-muted": string;
    };
  };
};

export default tokens;
