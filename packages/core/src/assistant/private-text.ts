/** What a private text is. The placeholder that stands for it says so. */
export const privateKinds = ['person', 'address', 'key', 'note', 'event', 'workspace', 'message', 'reply'] as const

export type PrivateKind = (typeof privateKinds)[number]

/**
 * A text that never goes to a language model: the name or the address of a person, the name of an API key or of the
 * workspace, a note, an entry of the audit log, the subject of a message, what another server answered. It is an object, so
 * that no template takes it by mistake. `hidePrivate` puts placeholders in its place.
 */
export interface Private {
  readonly private: PrivateKind
  readonly text: string
}

/** Marks a text as private. */
export function privateText(kind: PrivateKind, text: string): Private {
  return { private: kind, text }
}
