/** How much a listing weighs: the points of the score follow from it. */
export type ListingSeverity = 'critical' | 'high' | 'medium' | 'low'

/** Which answers a code stands for. `bit` looks at the last octet of 127.0.0.x; `other` takes what nothing else took. */
export type CodeMatch =
  | { type: 'exact'; value: string }
  | { type: 'range'; from: string; to: string }
  | { type: 'bit'; value: number }
  | { type: 'cidr'; value: string; except?: readonly string[] }
  | { type: 'other' }

/** One answer a list gives, and what it means by it. */
export interface ListCode {
  match: CodeMatch
  label: string
  meaning: string
  /** null: an answer that is no listing. */
  severity: ListingSeverity | null
  /** Says what kind of address it is (a dial-up pool, no reverse name), not that it sent spam. */
  policy?: true
}

/** A list as far as asking it and reading its answers goes. */
export interface AskedList {
  id: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
  /** Which addresses it knows; none for a list of domain names. */
  families: readonly (4 | 6)[]
  codes: readonly ListCode[]
  /** Answers by which it says that it does not answer. Looked at before the codes. */
  refusals: readonly ListCode[]
  /**
   * Its own test entries (RFC 5782 section 5), as labels below the zone: one of `listed` must answer one of `answers`,
   * and `clean` must not be listed.
   */
  test: { listed: readonly string[]; answers: readonly CodeMatch[]; clean: string }
}

/** A list of the catalogue. */
export interface Blocklist extends AskedList {
  /** Lists of one operator and kind count once. */
  operator: string
  /** Does a listing say anything about a host that only receives mail? */
  receivers: boolean
  delisting: {
    url: string
    by: 'automatic' | 'self-service' | 'request'
    /** When a listing ends by itself: '' it does, null not that we know. */
    expires: string | null
  }
  /** The zone for those who have a key, with `{key}` in it. */
  keyedZone: string | null
  /** What the operator lets one asker ask, over all its servers and lists. */
  rate: { perSecond?: number; perDay?: number } | null
  /** Does a paid service need a licence? */
  licence: 'allowed' | 'unclear' | 'required'
  /** What its operator wants of those who ask, beyond a rate. */
  registration: string | null
}

/** A list of a user's own: whatever it answers inside 127.0.0.0/8 is a listing. */
export interface CustomList {
  id: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
}

const listing: CodeMatch = { type: 'range', from: '127.0.0.2', to: '127.254.255.255' }

/** How a user's own list is asked and read: by RFC 5782 alone, with the test entries it prescribes. */
export function customAsked({ id, name, zone, kind }: CustomList): AskedList {
  return {
    id,
    name,
    zone,
    kind,
    families: kind === 'ip' ? [4, 6] : [],
    codes: [{ match: listing, label: 'LISTED', meaning: 'listed', severity: 'low' }],
    refusals: [
      {
        match: { type: 'cidr', value: '127.255.255.0/24' },
        label: 'REFUSED',
        meaning: 'the operator refuses to answer',
        severity: null,
      },
      {
        match: { type: 'exact', value: '127.0.0.1' },
        label: 'INVALID',
        meaning: 'an answer that is no listing',
        severity: null,
      },
    ],
    test:
      kind === 'ip'
        ? { listed: ['2.0.0.127'], answers: [listing], clean: '1.0.0.127' }
        : { listed: ['test'], answers: [listing], clean: 'invalid' },
  }
}
