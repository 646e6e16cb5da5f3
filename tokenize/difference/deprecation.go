package difference

// compareDeprecations takes note of a token that is deprecated, for another reason, or no longer. What
// is no longer there counts only where both sets are of documents that say what is deprecated.
func (c *comparison) compareDeprecations(old, now *value) {
	d := &c.difference
	deprecation := Deprecation{Token: now.path, Group: now.group, Reason: now.reason}
	if now.deprecated && !old.deprecated {
		d.Deprecated = append(d.Deprecated, deprecation)
	}
	if !old.deprecated || !c.before.complete || !c.after.complete {
		return
	}
	if !now.deprecated {
		d.Restored = append(d.Restored, deprecation)
	} else if now.reason != old.reason {
		deprecation.Again = true
		d.Deprecated = append(d.Deprecated, deprecation)
	}
}
