package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

func (p *program) doctorCommand() *cobra.Command {
	cmd := newCommand("doctor", noArguments, func(cmd *cobra.Command, _ []string) error {
		diagnosis, err := p.diagnose(cmd)
		if err != nil {
			return err
		}
		err = p.print(diagnosis, diagnosisText(p.database, diagnosis))
		if err == nil && !diagnosis.Sound {
			err = errPrinted
		}
		return err
	})
	p.storeFlags(cmd, "the findings")
	return cmd
}

// diagnose verifies the store; one that is too damaged to open is a finding
// and no error.
func (p *program) diagnose(cmd *cobra.Command) (admin.Diagnosis, error) {
	client, err := p.dial(false)
	if errors.Is(err, db.ErrDamaged) {
		return admin.Unopened(err), nil
	}
	if err != nil {
		return admin.Diagnosis{}, err
	}
	defer client.Close()
	return admin.Verify.Do(cmd.Context(), client, admin.None{})
}

func diagnosisText(database string, d admin.Diagnosis) string {
	var text strings.Builder
	for _, found := range d.Problems {
		fmt.Fprintf(&text, "%s: %s\n    %s\n", named(found), found.Text, found.Remedy)
	}
	if d.Sound {
		return text.String() + database + " is sound: " + contents(d.Counts) + "\n"
	}
	return text.String() + database + " is damaged: " + counted(len(d.Problems), "problem") + "\n"
}

// named says what a problem is about: a manual, a brand, or the database.
func named(found admin.Problem) string {
	switch {
	case found.Manual != "":
		return strings.TrimSpace(fmt.Sprintf("manual %s.%s (%s) %s", found.Brand, found.Manual, found.ID, found.Kind))
	case found.ID != "":
		return strings.TrimSpace(fmt.Sprintf("manual %s of brand %s %s", found.ID, found.Brand, found.Kind))
	case found.Brand != "":
		return "brand " + found.Brand
	}
	return "the database"
}
