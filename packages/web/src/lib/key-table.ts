interface KeyRow {
  /** Values of `KeyboardEvent.key`; with `isModified`, together with Ctrl (⌘ on a Mac). */
  keys: readonly string[]
  isModified?: true
  /** Where it acts: on every screen, or on a list of rows. */
  where: 'everywhere' | 'lists'
  does: string
}

/**
 * The keys of the product but those that lead to a screen, which are in `app/screens.ts`. Everything that listens to a
 * key reads it here, and so does the dialog that shows the keys.
 */
export const keyTable = {
  palette: { keys: ['k'], isModified: true, where: 'everywhere', does: 'Open the command palette' },
  help: { keys: ['?'], where: 'everywhere', does: 'Show the shortcuts' },
  search: { keys: ['/'], where: 'lists', does: 'Search' },
  next: { keys: ['j', 'ArrowDown'], where: 'lists', does: 'Next row' },
  previous: { keys: ['k', 'ArrowUp'], where: 'lists', does: 'Previous row' },
  open: { keys: ['Enter'], where: 'lists', does: 'Open the row' },
  select: { keys: ['x'], where: 'lists', does: 'Select the row' },
  scan: { keys: ['s'], where: 'lists', does: 'Scan the domain' },
} as const satisfies Record<string, KeyRow>

/** The first key of those that lead to a screen. */
export const goKey = 'g'
