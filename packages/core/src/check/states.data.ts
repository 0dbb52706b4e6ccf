import type { Severity } from './finding.ts'
import type { Tone } from './look.ts'

/**
 * A state: its one name and its look. `locked` and `none` replace the icon of its tone. What each means is in
 * `state-meanings.data.ts`, which no browser loads.
 */
export interface State {
  readonly word: string
  readonly tone: Tone
  readonly mark?: 'locked' | 'none'
}

/** The results of checks. Where a result has a number or the name of a finding, that is its word. */
const results = {
  ok: { word: 'OK', tone: 'excellent' },
  found: { word: 'Found', tone: 'excellent' },
  clean: { word: 'Clean', tone: 'excellent' },
  notFound: { word: 'Not found', tone: 'poor' },
  listed: { word: 'Listed', tone: 'poor' },
  lowRisk: { word: 'Low risk', tone: 'good' },
  suspicious: { word: 'Suspicious', tone: 'fair' },
  malicious: { word: 'Malicious', tone: 'poor' },
  open: { word: 'Open relay', tone: 'poor' },
  toBeConfirmed: { word: 'To be confirmed', tone: 'fair' },
  closed: { word: 'Does not relay', tone: 'excellent' },
} as const satisfies Record<string, State>

/** What is not known, by its cause. None of them costs points. */
const unknowns = {
  notInPlan: {
    word: 'Not in your plan',
    tone: 'idle',
    mark: 'locked',
  },
  switchedOff: {
    word: 'Switched off',
    tone: 'idle',
    mark: 'none',
  },
  notForVisitors: {
    word: 'Not asked without an account',
    tone: 'idle',
    mark: 'none',
  },
  couldNotCheck: { word: 'Could not check', tone: 'unknown' },
  partly: { word: 'Partly checked', tone: 'unknown' },
  notApplicable: {
    word: 'Not applicable',
    tone: 'idle',
    mark: 'none',
  },
} as const satisfies Record<string, State>

/** The predicate of the same state: "mx1.example.com could not be checked". */
export const couldNotBeChecked = 'could not be checked'

/** A whole domain whose last scan could not score it, or whose scan runs, and a lookup that runs. */
const domains = {
  notChecked: { word: 'Not checked', tone: 'idle' },
  scanning: { word: 'Scanning', tone: 'info' },
  checking: { word: 'Checking', tone: 'info' },
} as const satisfies Record<string, State>

/** Each state of a check once: screens, reports, CSV, command line and assistant take its word from here. */
export const states = { ...results, ...unknowns, ...domains }

/** The severities of findings. */
export const severities = {
  critical: {
    word: 'Critical',
    tone: 'poor',
  },
  high: { word: 'High', tone: 'fair' },
  medium: { word: 'Medium', tone: 'medium' },
  low: { word: 'Low', tone: 'info' },
  info: { word: 'Note', tone: 'idle' },
} as const satisfies Record<Severity, State>
