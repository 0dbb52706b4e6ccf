/** The severity of a listing, which decides the points of the score. */
export type ListingSeverity = 'critical' | 'high' | 'medium' | 'low'

/** The answers that a code matches. `bit` tests the last byte of 127.0.0.x; `other` matches what no other code does. */
export type CodeMatch =
  | { type: 'exact'; value: string }
  | { type: 'range'; from: string; to: string }
  | { type: 'bit'; value: number }
  | { type: 'cidr'; value: string; except?: readonly string[] }
  | { type: 'other' }

/** One answer of a list and its meaning. */
export interface ListCode {
  match: CodeMatch
  label: string
  meaning: string
  /** null: the answer is not a listing code. */
  severity: ListingSeverity | null
  /** Describes the kind of address (a dial-up pool, no reverse name), not that it sent spam. */
  policy?: true
  /** Of a refusal: it is about the key in the query. */
  key?: true
}

/** The facts about a list that are needed to query it and decode its answers. */
export interface AskedList {
  id: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
  /** The address families it covers; empty for a list of domain names. */
  families: readonly (4 | 6)[]
  codes: readonly ListCode[]
  /** Answers that mean a refusal. Compared before the codes. */
  refusals: readonly ListCode[]
  /**
   * Its test entries (RFC 5782 section 5), as labels below the zone: one of `listed` must answer one of `answers`, and
   * `clean` must not be listed.
   */
  test: { listed: readonly string[]; answers: readonly CodeMatch[]; clean: string }
}

/** A list of the catalogue. */
export interface Blocklist extends AskedList {
  /** Several lists of one operator and kind count once. */
  operator: string
  /** Whether a listing matters for a host that only receives mail. */
  receivers: boolean
  delisting: {
    url: string
    by: 'automatic' | 'self-service' | 'request'
    /** When a listing expires on its own: '' at an unstated time, null not that we know. */
    expires: string | null
  }
  /** The zone for users with a key, with `{key}` in it. */
  keyedZone: string | null
  /**
   * The operator's query limit for one client, over all its servers and lists, who says so, and the month in which we
   * looked: `2026-11`. null: the operator publishes none.
   */
  rate: { perSecond?: number; perDay?: number; source: string; checked: string } | null
  /** Whether a paid service needs a license. */
  licence: 'allowed' | 'unclear' | 'required'
  /** What the operator requires from its users, beyond a rate. */
  registration: string | null
}

/** A user's own list. Without codes, every answer inside 127.0.0.0/8 is a listing. */
export interface CustomList {
  id: string
  name: string
  zone: string
  kind: 'ip' | 'domain'
  /** The answers that are listings. With any of them, another answer is an unknown code. */
  codes?: readonly { address: string; meaning: string }[]
}

const listing: CodeMatch = { type: 'range', from: '127.0.0.2', to: '127.254.255.255' }

/** How a user's own list is queried and decoded: by RFC 5782 and its codes alone, with its standard test entries. */
export function customAsked({ id, name, zone, kind, codes = [] }: CustomList): AskedList {
  return {
    id,
    name,
    zone,
    kind,
    families: kind === 'ip' ? [4, 6] : [],
    codes:
      codes.length === 0
        ? [{ match: listing, label: 'LISTED', meaning: 'listed', severity: 'low' }]
        : codes.map(({ address, meaning }) => ({
            match: { type: 'exact', value: address },
            label: address,
            meaning,
            severity: 'low',
          })),
    refusals: [
      {
        match: { type: 'cidr', value: '127.255.255.0/24' },
        label: 'REFUSED',
        meaning: 'the operator gave no reason',
        severity: null,
      },
      {
        match: { type: 'exact', value: '127.0.0.1' },
        label: 'INVALID',
        meaning: 'the answer is not a listing code',
        severity: null,
      },
    ],
    test:
      kind === 'ip'
        ? { listed: ['2.0.0.127'], answers: [listing], clean: '1.0.0.127' }
        : { listed: ['test'], answers: [listing], clean: 'invalid' },
  }
}
