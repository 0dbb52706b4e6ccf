import { pastedHeaderBytes } from '@waxseal/core/caps'

/** Limits on user input that both sides know: the server enforces them, the screens show them in advance. */
export const limits = {
  /** A pasted list or a CSV of domains, in bytes of UTF-8. */
  bulkBytes: 64 * 1024,
  /** Different names in such a list. */
  bulkNames: 1_000,
  /** Pasted headers, or a pasted message, in bytes of UTF-8. */
  headersBytes: pastedHeaderBytes,
  /** Header analyses that a workspace keeps; each has its raw headers. */
  storedAnalyses: 500,
  /** One question to the assistant, in UTF-16 units. */
  chatMessageCharacters: 2_000,
  /** What was said before a question: the number of turns that count, and the length of one. */
  chatTurns: 20,
  chatTurnCharacters: 20_000,
  /** Messages of one person in one workspace that are kept with their answers. */
  chatMessages: 200,
  /** Tags of one domain. */
  tags: 10,
  /** The length of one tag, in code points. */
  tagCharacters: 32,
  /** The length of a workspace's name, in UTF-16 units. */
  workspaceNameCharacters: 100,
  /** API keys of a workspace that are not revoked. */
  apiKeys: 50,
  /** The length of the name of an API key, in UTF-16 units. */
  apiKeyNameCharacters: 60,
} as const
