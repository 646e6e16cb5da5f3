export const color = {
  "acme-blue": "#0B5FFF",
  "acme-blue-50": "#EEF4FF",
  "acme-blue-500": "#0B5FFF",
  "acme-blue-950": "#04163D",
  "blå": "#0088ff",
  "blå-2": "#0088ffcc",
  "acme-blue-500-2": "#0055ee",
  "h1": "#111111",
  "h-1": "#222222",
  "金赤": "#E60012",
  "color": "#cc0033",
  "moss": "#3F6B4F",
  "moss-50": "#f3f6f4",
  "moss-100": "#d6dfd8",
  "moss-200": "#b9c9be",
  "moss-300": "#9db3a3",
  "moss-400": "#819e8a",
  "moss-500": "#668871",
  "moss-600": "#3F6B4F",
  "moss-700": "#355e44",
  "moss-800": "#264833",
  "moss-900": "#1b3323",
  "moss-950": "#111e16",
  "no-tints": "#FFFFFF",
};

export const dimension = {
  "0": "0px",
  "0-5": "0.5px",
  "2-5": "2.5px",
  "1-5": "1.5rem",
  "4": "16px",
  "6": "1.5rem",
  "25": "25px",
  "5": "5vw",
  "breakpoint-tablet": "768px",
  "breakpoint-désktop-l": "80em",
  "breakpoint": "1920px",
};

export const fontFamily = {
  "headings": "'Source Sans 3', Helvetica Neue, sans-serif",
  "body": "Inter",
  "font": "'O\\'Reilly'",
  "font-2": "Noto Sans JP",
};

export const fontSize = {
  "3xs": "6.554px",
  "2xs": "8.192px",
  "xs": "0.7em",
  "sm": "12.8px",
  "md": "16px",
  "lg": "20px",
  "xl": "25px",
  "2xl": "31.25px",
  "3xl": "39.063px",
  "4xl": "48.828px",
  "5xl": "61.035px",
  "6xl": "4.5rem",
};

export const duration = {
  "fast": "150ms",
  "slow": "450ms",
};

export const cubicBezier = {
  "standard": "cubic-bezier(0.2, 0, 0, 1)",
  "exit": "cubic-bezier(0.42, 0, 1, 1)",
};

export const radius = {
  "none": "0px",
  "card": "0.5rem",
  "pill": "50%",
  "radius": "3px",
};

export const shadow = {
  "1": "0 1px 2px rgb(0 0 0 / 12%)",
  "2": "inset 0px 2px 4px -1px #000c",
  "3": "0px 1px 0px 0px black, 0px 0.5rem 16px 0px rgba(0, 0, 0, .2)",
  "flat": "none",
  "own": "0 1px 2px var(--shade)",
};

export const theme = {
  "light": {
    "text": "#222222",
    "background": "#FFFFFF",
    "primary": "#0B5FFF",
  },
  "dark": {
    "background": "#0088ff",
    "text": "#eeeeee",
    "border": "#ffffff33",
  },
  "light-2": {
    "text-muted": "#888888",
  },
};

export const modes = {
};

export default { color, dimension, fontFamily, fontSize, duration, cubicBezier, radius, shadow, theme, modes };
