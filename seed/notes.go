package seed

import (
	"designmanual/db/manual"
	"designmanual/seed/assign"
	"designmanual/tokenize/content"
)

// notesOnManual returns what to note of a manual as a whole.
func (i *importer) notesOnManual(fm *fileManual, manualNode *content.Value) []manual.Note {
	var notes []manual.Note
	add := func(code manual.NoteCode, text string) {
		notes = append(notes, manual.Note{Code: code, Text: text})
	}
	if fm.damaged {
		add(manual.NoteRepaired, "What the database had of the manual was damaged. "+
			"It is written again, and anchors that the file does not give are made anew.")
	}
	if !manualNode.Get("published").Bool(true) {
		add(manual.NoteUnpublished, "The manual is not published.")
	}
	if manual.Expired(fm.ExpiresAt, i.now) {
		add(manual.NoteExpired, "The manual has ended (expiresAt), and its address answers 410.")
	}
	if fm.Visibility == manual.Password && fm.PasswordHash == "" {
		add(manual.NoteNoPassword, "No password is set (`designmanual password` makes its hash), "+
			"so visitors get 404 and programs need an access token.")
	}
	if assign.ApprovedVersion(manualNode) == nil {
		add(manual.NoteUnapproved, "The manual reviews changes and has no approved version yet.")
	} else if assign.NeedsApproval(manualNode) && assign.DraftDiffers(manualNode, fm.ID) {
		add(manual.NoteUnapproved, "A draft awaits review; the approved version is served.")
	}
	return notes
}
