package seed

// breakpointsKind is the widths at which a layout changes.
var breakpointsKind = blockKind{keys: []string{"breakpoints"}, content: content("Breakpoints.",
	optional("breakpoints", namedValues("The breakpoints.", "A breakpoint.", length("The width."))))}
