package manual

// A FieldType is what a single value of the content is. Package check has its form and its
// rule, package tokenize its value as a token.
type FieldType string

// The types of fields.
const (
	TextField     FieldType = "text"
	NameField     FieldType = "name" // a text that names a token
	RichField     FieldType = "rich text"
	HexField      FieldType = "hex"
	ColorField    FieldType = "color" // of CSS
	GroundField   FieldType = "color, or words"
	ColorName     FieldType = "hex or the name of a color"
	FamilyField   FieldType = "font family"
	FallbackField FieldType = "fallback"
	WeightField   FieldType = "weight"
	WeightRange   FieldType = "weights of a file"
	LengthField   FieldType = "length"
	OffsetField   FieldType = "length that may be negative"
	BlurField     FieldType = "blur"
	DurationField FieldType = "duration"
	EasingField   FieldType = "easing"
	ShadowField   FieldType = "shadow"
	RatioField    FieldType = "ratio"
	StepField     FieldType = "step"
	StepName      FieldType = "number or name of a step"
	StepUnit      FieldType = "unit"
	NumberField   FieldType = "number or text"
	ShareField    FieldType = "share or length"
	WidthField    FieldType = "length, or words"
	FlagField     FieldType = "true or false"
	DeprecatedAs  FieldType = "true or what to use instead"
	WordField     FieldType = "one of"

	// Of text styles, gradients, further tokens and print.
	SizeField       FieldType = "length or step of the type scale"
	LineHeightField FieldType = "line height"
	FontWeightField FieldType = "font weight"
	SpacingField    FieldType = "letter spacing"
	GradientField   FieldType = "gradient"
	ValueField      FieldType = "value of a type" // that another field names
	CMYKField       FieldType = "cyan, magenta, yellow and black"
	PantoneField    FieldType = "color of Pantone"
	RALField        FieldType = "color of RAL"
	NCSField        FieldType = "color of NCS"

	// Of pictures.
	PointField FieldType = "point of a picture"
	ShapeField FieldType = "width and height"

	// Files, by what the page does with them.
	FileField    FieldType = "file"
	PictureField FieldType = "picture"
	VideoField   FieldType = "video"
	CaptionField FieldType = "captions"
	IconField    FieldType = "icon"
	FontField    FieldType = "font"
)

// isFile reports whether a value is the address of a file.
func (t FieldType) isFile() bool {
	switch t {
	case FileField, PictureField, VideoField, CaptionField, IconField, FontField:
		return true
	}
	return false
}

// A FieldForm is how values stand in a field.
type FieldForm int

// The forms of fields.
const (
	Single FieldForm = iota // one value, or an object if the field has fields
	List                    // an array of such values
	Map                     // an object of such values by Keys, or by any key without them

)

// A Field is a key of the content of a block, of an entry of a list in it, or of an
// object.
type Field struct {
	Name     string
	Type     FieldType // of a single value; empty if it can only be an object
	Form     FieldForm
	Required bool
	Fields   []Field  // of the object, or of each entry
	Keys     []string // of a map
	Words    []string // of a WordField
	Switch   bool     // it may be true too
	Setting  bool     // it says how the others are shown, and shows nothing itself
	Group    string   // the tokens that its entries become
	NoModes  string   // why values of such tokens have no modes, and what helps; empty where they may have some
	Help     string   // a sentence for editors
	Entry    string   // a sentence for editors on one entry
	Note     string   // a few words for the README
}

// Names returns the names of the fields of an object or of an entry.
func (f Field) Names() []string { return fieldNames(f.Fields) }

// field returns the field of an object or of an entry, the zero value if there is none.
func (f Field) field(name string) Field {
	for _, field := range f.Fields {
		if field.Name == name {
			return field
		}
	}
	return Field{}
}

func fieldNames(fields []Field) []string {
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Name
	}
	return names
}

// paths returns the paths of the fields that a function accepts, below a path that ends
// with a dot or is empty.
func paths(fields []Field, below string, accept func(Field) bool) []string {
	var found []string
	for _, field := range fields {
		if accept(field) {
			found = append(found, below+field.Name)
		}
		found = append(found, paths(field.Fields, below+field.Name+".", accept)...)
	}
	return found
}
