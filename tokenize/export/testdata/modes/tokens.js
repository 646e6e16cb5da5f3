export const color = {
  "chart-1": "#0B5FFF",
  "background": "#ffffff",
  "text": "#abcdef",
  "ink": "#111111",
  "ink-50": "#f5f5f5",
  "ink-100": "#dcdcdc",
  "ink-200": "#c4c4c4",
  "ink-300": "#acacac",
  "ink-400": "#959595",
  "ink-500": "#7f7f7f",
  "ink-600": "#696969",
  "ink-700": "#545454",
  "ink-800": "#404040",
  "ink-900": "#2c2c2c",
  "ink-950": "#111111",
  "line": "#00000022",
  "line-100": "#dddddd",
  "line-200": "#cccccc",
};

export const dimension = {
  "2": "2px",
  "sm": "8px",
  "breakpoint-x": "12px",
  "breakpoint-tablet": "768px",
  "breakpoint-desktop": "1280px",
};

export const fontFamily = {
  "headings": "'Source Sans 3', sans-serif",
  "body": "Inter",
};

export const fontSize = {
  "3xs": "0.41rem",
  "2xs": "0.512rem",
  "xs": "0.64rem",
  "sm": "0.8rem",
  "md": "1rem",
  "lg": "1.25rem",
  "xl": "1.563rem",
  "2xl": "1.953rem",
  "3xl": "2.441rem",
  "4xl": "3.052rem",
  "5xl": "3.815rem",
  "6xl": "4.768rem",
};

export const duration = {
  "fast": "100ms",
};

export const cubicBezier = {
  "out": "cubic-bezier(0, 0, 0.58, 1)",
};

export const radius = {
  "md": "8px",
};

export const shadow = {
  "card": "0 1px 2px rgb(0 0 0 / 10%)",
  "ring": "0px 0px 0px 2px var(--color-chart-1)",
  "edge": "0 0 0 1px var(--theme-border), 0 2px 4px var(--theme-dark-text)",
  "lift": "0 1px 0 var(--color-text)",
  "well": "inset 0 0 1px #0003",
};

export const theme = {
  "light": {
    "background": "#ffffff",
    "text": "#111111",
    "primary": "#0B5FFF",
    "border": "#00000022",
  },
  "dark": {
    "background": "#101010",
    "text": "#fafafa",
    "primary": "#6EA0FF",
  },
};

export const text = {
  "h1": { fontFamily: "'Source Sans 3', sans-serif", fontSize: "2.441rem", lineHeight: "40px", fontWeight: "700", letterSpacing: "-0.02em", fontStyle: "italic", textTransform: "uppercase" },
  "body": { fontFamily: "Inter", fontSize: "16px", lineHeight: "1.5" },
  "xs": { fontFamily: "'Source Sans 3', sans-serif", fontSize: "0.75rem", fontWeight: "500" },
  "plain": { fontFamily: "Inter", fontSize: "14px" },
};

export const gradient = {
  "dusk": "linear-gradient(to right, #0B5FFF, 30%, #111111 80%)",
  "dawn": "linear-gradient(45deg, #0B5FFF 10%, gold, oklch(70% 0.1 200) 90%)",
  "two": "radial-gradient(circle, red, blue), linear-gradient(red, blue)",
};

export const fontWeight = {
  "strong": "600",
};

export const number = {
  "menu": "-1",
};

export const border = {
  "focus": "2px solid #0B5FFF",
  "cut": "1px dashed color(srgb 1 0 0 / 0.5)",
};

export const strokeStyle = {
  "dots": "dotted",
};

export const transition = {
  "fade": "opacity 200ms cubic-bezier(0, 0, 0.58, 1) 50ms",
};

export const zIndex = {
  "menu": "10",
  "gap": "-4px",
  "accent": "color(display-p3 0 0.5 1)",
};

export const modes = {
  "dark": {
    "color": {
      "chart-1": "#6EA0FF",
      "background": "#101010",
      "ink": "#EEEEEE",
      "ink-50": "#EEEEEE",
      "ink-950": "#1b1b1b",
      "line": "#333333",
      "line-100": "#222222",
    },
    "shadow": {
      "card": "inset 0 1px 2px #000",
      "ring": "0px 0px 0px 2px #6EA0FF",
      "edge": "0 0 0 1px #333333, 0 2px 4px var(--theme-dark-text)",
      "well": "0 0 1px #fff, 0 1px 2px #112",
    },
    "gradient": {
      "dusk": "linear-gradient(to right, #6EA0FF, 30%, #EEEEEE 80%)",
      "dawn": "linear-gradient(45deg, #6EA0FF 10%, gold, oklch(70% 0.1 200) 90%)",
    },
    "fontWeight": {
      "strong": "500",
    },
    "border": {
      "focus": "2px solid #6EA0FF",
    },
  },
  "compact": {
    "dimension": {
      "sm": "4px",
    },
    "duration": {
      "fast": "50ms",
    },
    "cubicBezier": {
      "out": "cubic-bezier(0, 0, 1, 1)",
    },
    "radius": {
      "md": "0.25rem",
    },
    "text": {
      "h1": { fontFamily: "'Source Sans 3', sans-serif", fontSize: "1.563rem", lineHeight: "40px", fontWeight: "700", letterSpacing: "-0.02em", fontStyle: "italic", textTransform: "capitalize" },
      "plain": { fontFamily: "Inter", fontSize: "14px", lineHeight: "1.1", fontWeight: "700", letterSpacing: "1px", fontStyle: "italic", textTransform: "uppercase" },
    },
    "zIndex": {
      "menu": "5",
    },
  },
};

export default { color, dimension, fontFamily, fontSize, duration, cubicBezier, radius, shadow, theme, text, gradient, fontWeight, number, border, strokeStyle, transition, zIndex, modes };
