import type { Severity } from './finding.ts'
import type { Tone } from './look.ts'

/** A state: its one name, its look, and what it means. `locked` and `none` replace the icon of its tone. */
export interface State {
  readonly word: string
  readonly tone: Tone
  readonly mark?: 'locked' | 'none'
  readonly meaning: string
}

/** The results of checks. Where a result has a number or the name of a finding, that is its word. */
const results = {
  ok: { word: 'OK', tone: 'excellent', meaning: 'The check found nothing wrong.' },
  found: { word: 'Found', tone: 'excellent', meaning: 'The record is published and valid.' },
  clean: { word: 'Clean', tone: 'excellent', meaning: 'No list, source or test found a problem.' },
  notFound: { word: 'Not found', tone: 'poor', meaning: 'The record certainly does not exist.' },
  listed: { word: 'Listed', tone: 'poor', meaning: 'A blocklist lists an address or name of the domain.' },
  lowRisk: { word: 'Low risk', tone: 'good', meaning: 'A few sources have a weak opinion against the domain.' },
  suspicious: { word: 'Suspicious', tone: 'fair', meaning: 'Some sources distrust the domain.' },
  malicious: { word: 'Malicious', tone: 'poor', meaning: 'Several sources call the domain malicious.' },
  open: { word: 'Open relay', tone: 'poor', meaning: 'The server accepted mail from anyone to anywhere, twice.' },
  toBeConfirmed: { word: 'To be confirmed', tone: 'fair', meaning: 'A first test was positive. A second one decides.' },
  closed: { word: 'Does not relay', tone: 'excellent', meaning: 'The server refused to relay.' },
} as const satisfies Record<string, State>

/** What is not known, by its cause. None of them costs points. */
const unknowns = {
  notInPlan: {
    word: 'Not in your plan',
    tone: 'idle',
    mark: 'locked',
    meaning: 'Your plan does not include this check, or its lookups of today are used up.',
  },
  switchedOff: {
    word: 'Switched off',
    tone: 'idle',
    mark: 'none',
    meaning: 'The operator of this server turned it off.',
  },
  notForVisitors: {
    word: 'Not asked without an account',
    tone: 'idle',
    mark: 'none',
    meaning: 'The free check leaves it out. Sign up to run it.',
  },
  couldNotCheck: { word: 'Could not check', tone: 'unknown', meaning: 'The lookup failed. Nothing counts as missing.' },
  notApplicable: {
    word: 'Not applicable',
    tone: 'idle',
    mark: 'none',
    meaning: 'The domain has nothing to check here.',
  },
} as const satisfies Record<string, State>

/** A whole domain whose last scan could not score it. */
const domains = {
  notChecked: { word: 'Not checked', tone: 'idle', meaning: 'The last scan got too few answers for a score.' },
} as const satisfies Record<string, State>

/** Each state of a check once: screens, reports, CSV, command line and assistant take its word from here. */
export const states = { ...results, ...unknowns, ...domains }

/** The severities of findings. */
export const severities = {
  critical: {
    word: 'Critical',
    tone: 'poor',
    meaning: 'Costs 25 points or more. Mail is lost, or anyone can send in your name.',
  },
  high: { word: 'High', tone: 'fair', meaning: 'Costs 12 to 24 points.' },
  medium: { word: 'Medium', tone: 'medium', meaning: 'Costs 5 to 11 points.' },
  low: { word: 'Low', tone: 'info', meaning: 'Costs 1 to 4 points.' },
  info: { word: 'Note', tone: 'idle', meaning: 'Costs no points.' },
} as const satisfies Record<Severity, State>
