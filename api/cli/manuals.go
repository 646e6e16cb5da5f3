package cli

import (
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
)

// callStore makes a call to the store of --db.
func callStore[A, T any](p *program, cmd *cobra.Command, call admin.Call[A, T], argument A) (T, error) {
	client, err := p.openDatabase()
	var result T
	if err != nil {
		return result, err
	}
	defer client.Close()
	return call.Do(cmd.Context(), client, argument)
}

// storeCommand returns a command that reads the argument of a call from the command
// line, makes the call, and prints its result with the template of the command's name.
func storeCommand[A, T any](
	p *program, name string, check cobra.PositionalArgs, call admin.Call[A, T], read func(args []string) (A, error),
	result string,
) *cobra.Command {
	return shownCommand(p, name, check, call, read, func(value T) error { return p.print(name, value) }, result)
}

// shownCommand returns a command as [storeCommand] does, with the function that prints the result.
func shownCommand[A, T any](
	p *program, name string, check cobra.PositionalArgs, call admin.Call[A, T], read func(args []string) (A, error),
	show func(T) error, result string,
) *cobra.Command {
	cmd := newCommand(name, check, func(cmd *cobra.Command, args []string) error {
		argument, err := read(args)
		if err != nil {
			return err
		}
		value, err := callStore(p, cmd, call, argument)
		if err != nil {
			return err
		}
		return show(value)
	})
	p.databaseFlags(cmd, result)
	return cmd
}

func noInput([]string) (admin.None, error)        { return admin.None{}, nil }
func firstArg(arguments []string) (string, error) { return arguments[0], nil }

func (p *program) showCommand() *cobra.Command {
	var tokens bool
	kind := manual.ManualDocument
	cmd := newCommand("show", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		if tokens && kind == manual.ManualDocument {
			kind = manual.TokensDocument
		}
		body, err := callStore(p, cmd, admin.Document, admin.DocumentRequest{Slug: args[0], Kind: kind})
		if err != nil {
			return err
		}
		if onTerminal(p.stdout) {
			body = append(body, '\n')
		}
		_, err = p.stdout.Write(body)
		return err
	})
	cmd.Flags().BoolVar(&tokens, "tokens", false, "print the token document")
	parsedFlag(
		cmd, &kind, "format", "", tokensKind, "print the token document in another `FORM`: 2025.10 or 2025.10-resolver",
	)
	p.databaseFlag(cmd)
	return cmd
}

// tokensKind parses the form of a token document.
func tokensKind(form string) (manual.DocumentKind, error) {
	kind, known := manual.TokensKind(form)
	if !known || form == "" {
		return kind, expectedError("2025.10 or 2025.10-resolver")
	}
	return kind, nil
}

func (p *program) removeCommand() *cobra.Command {
	var brand bool
	cmd := newCommand("remove", arguments("SLUG", 1, 1), func(cmd *cobra.Command, args []string) error {
		remove := admin.RemoveManual
		if brand {
			remove = admin.RemoveBrand
		}
		removed, err := callStore(p, cmd, remove, args[0])
		if err != nil {
			return err
		}
		return p.print("remove", removed)
	})
	cmd.Flags().BoolVar(&brand, "brand", false, "remove a whole brand with its manuals and its access tokens")
	p.databaseFlags(cmd, "what was removed")
	return cmd
}

func (p *program) shareCommand() *cobra.Command {
	var r admin.ShareRequest
	var keyFile string
	cmd := storeCommand(
		p, "share", arguments("SLUG", 1, 1), admin.Share, func(args []string) (admin.ShareRequest, error) {
			r.Slug = args[0]
			var err error
			r.Key, err = readSessionKey(keyFile)
			return r, err
		}, "the link")
	parsedFlag(
		cmd, &r.Lasts, "expires", "7d", duration(1, int(manual.MaxShareTime/(24*time.Hour))),
		"how `LONG` the link opens the page: a whole number with s, m, h or d, at most 30d",
	)
	cmd.Flags().BoolVar(&r.Draft, "draft", false, "open the draft of a manual under review")
	cmd.Flags().StringVar(
		&keyFile, "session-key", "",
		"the `FILE` of the server's --session-key, where it has one and is not running here",
	)
	return cmd
}
