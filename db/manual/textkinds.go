package manual

// layout is how much of the width blocks of pictures, texts and films take.
var layout = Field{
	Name: "layout", Setting: true, Type: WordField, Words: []string{"full", "half", "third"},
	Help: "How much of the width each takes: all of it, a half or a third.",
}

// textKinds are the rows of the kinds that hold texts, pictures, films and files.
var textKinds = []KindInfo{
	{Kind: Logo, Label: "Logo", Help: "The forms of the logo, the ground of each, and its formats.", Fields: []Field{
		list(
			"logos", "The forms of the logo.", "A logo.", text("name", "The name."), file("url", PictureField, ""),
			text("alt", "What the picture shows."),
			Field{Name: "background", Type: GroundField, Help: "The color it is shown on."},
			list(
				"files", "The same logo in other formats.", "A file.", file("url", FileField, ""),
				text("label", "What the format is for."),
			),
			Field{
				Name: "clearSpace", Type: ShareField,
				Help: "The space to leave free around it: a share of its height (0.5), or a length.",
				Note: "a share of the logo's height, `0.5`, or a length",
			},
			Field{
				Name: "minWidth", Type: WidthField, Help: "The smallest width that it is used in, a length.",
				Note: "a length",
			},
		),
	}},
	{Kind: Text, Label: "Text", Help: "Rich text.", Fields: []Field{rich("html", "The text."), layout}},
	{Kind: Image, Label: "Image", Help: "Pictures, with what they show.", Fields: []Field{
		list(
			"images", "The images.", "An image.", file("url", PictureField, ""), text("alt", "What the picture shows."),
			rich("caption", "The caption."),
			noted(
				Field{
					Name: "focus", Type: PointField,
					Help: "The point of the picture that stays in sight where it is cropped, from the left and from " +
						"the top.",
				},
				"`30% 70%`",
			),
			text("credit", "Who made the picture, or whose it is."),
		),
		layout,
		setting(
			noted(
				Field{
					Name: "ratio", Type: ShapeField,
					Help: "Width and height that all pictures of the block are cropped to.",
				},
				"`3:2`",
			),
		),
	}},
	{Kind: Downloads, Label: "Downloads", Help: "Files to take away.", Fields: []Field{
		list(
			"files", "The files.", "A file.", text("name", "The name."), file("url", FileField, ""),
			Field{Name: "size", Type: NumberField, Help: "The size, in bytes or in words."},
		),
	}},
	{Kind: DosDonts, Label: "Do and don't", Help: "Examples to follow and to avoid.", Fields: []Field{
		list(
			"items", "The examples.", "An example.",
			noted(flag("do", "true for an example to follow, false for one to avoid."), "`true` or `false`"),
			rich(
				"html", "What to do or not to do.",
			),
			file("url", PictureField, "Its picture."), text("alt", "What the picture shows."),
		),
	}},
	{Kind: Video, Label: "Video", Help: "Videos, with poster and captions.", Fields: []Field{
		list(
			"videos", "The videos.", "A video.",
			noted(file("url", VideoField, "MP4 or WebM."), "MP4 or WebM; one on another server becomes a link"),
			file(
				"poster", PictureField, "The picture before it plays.",
			),
			noted(file("captions", CaptionField, "WebVTT."), "WebVTT"), rich("caption", "The text under it."),
			text("alt", "What the video shows."),
		),
		layout,
	}},
	{Kind: Icons, Label: "Icons", Help: "Icons, with words to find them by.", Fields: []Field{
		list(
			"icons", "The icons.", "An icon.", text("name", "The name."), noted(file("url", IconField, "SVG."), "SVG"),
			text("alt", "What the icon shows."),
			Field{Name: "tags", Type: TextField, Form: List, Help: "Words to find it by.", Entry: "A word."},
		),
	}},
	{Kind: Pairings, Label: "Color pairs", Help: "Pairs of colors that go together.", Fields: []Field{
		list(
			"pairings", "The pairs.", "A pair.", text("foreground", colorNameHelp),
			noted(text("background", colorNameHelp), "hex, or the name of a color of this manual"),
			text("use", "What it is for."),
		),
	}},
}
