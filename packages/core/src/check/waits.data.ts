import type { State } from './states.data.ts'

/**
 * What is not there yet, by what it waits for: a part of the table of states, in a file of its own because few screens need it.
 * Nothing of it counts as missing. How long: `wait-words.ts`.
 */
export const waits = {
  queued: { word: 'Waiting', tone: 'idle' },
  running: { word: 'Running', tone: 'info' },
  firstAnswer: { word: 'Waiting for the first answer', tone: 'idle' },
  confirmation: { word: 'Waiting for confirmation', tone: 'fair' },
  record: { word: 'Waiting for your record', tone: 'idle' },
} as const satisfies Record<string, State>
