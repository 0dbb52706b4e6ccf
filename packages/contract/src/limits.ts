/** Limits of what somebody may send that both sides know: the server holds to them, the screens tell them before. */
export const limits = {
  /** Of a pasted list or a CSV of domains, in bytes of UTF-8. */
  bulkBytes: 64 * 1024,
  /** Different names in it. */
  bulkNames: 1_000,
  /** On one domain. */
  tags: 10,
  /** Of one tag, in code points. */
  tagCharacters: 32,
} as const
