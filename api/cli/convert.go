package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"designmanual/seed"
	"designmanual/seed/convert"
)

func (p *program) convertCommand() *cobra.Command {
	var o convert.Options
	cmd := newCommand("convert", arguments("FILE", 1, anyNumber), func(cmd *cobra.Command, names []string) error {
		if cmd.Flags().Changed("brand") {
			if err := checkBrand(o.Brand); err != nil {
				return err
			}
		}
		var files []convert.File
		for _, name := range names {
			data, err := readInput(name)
			if err != nil {
				return err
			}
			files = append(files, convert.File{Name: name, Data: data})
		}
		text, left, err := convert.Convert(files, o)
		if err != nil {
			return err
		}
		for _, l := range left {
			fmt.Fprintln(p.stderr, l)
		}
		_, err = p.stdout.Write(text)
		return err
	})
	cmd.Flags().StringVar(&o.Brand, "brand", "", "the `SLUG` of the brand (default: made from the name of the first file)")
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the brand (default: made from the name of the first file)")
	return cmd
}

// readInput reads a regular file of at most [seed.MaxFileBytes].
func readInput(name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q: expected a regular file", name)
	case info.Size() > seed.MaxFileBytes:
		return nil, fmt.Errorf("%q: expected a file of at most %d MiB", name, seed.MaxFileBytes>>20)
	}
	return os.ReadFile(name)
}
