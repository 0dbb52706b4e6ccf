/** How an endpoint is called for the isolation matrix (`http/isolation.test.ts`), and what may come of it. */
import type { Tier } from '@waxseal/core/plan'

/** What the owner has, made for this very call. */
export interface Theirs {
  domainId: string
  domainName: string
  decisionId: string
  /** A member with the role viewer. */
  memberId: string
  invitationId: string
  watchedId: string
  /** An own blocklist. */
  blocklistId: string
  /** An API key that works. */
  keyId: string
  /** A share link of the domain, and its token. */
  shareId: string
  shareToken: string
  /** The end of a visitor’s check of `linked.example`, and the token of a link to it. */
  checkedAt: string
  checkToken: string
  /** A stored header analysis. */
  analysisId: string
  /** The hosted SPF record of the domain. */
  flatteningId: string
  /** Names the additions to that record that wait for a decision. */
  additionsVersion: string
  /** The customer of the payment provider, a change of the subscription, its page in test mode, and an open portal. */
  customerId: string
  checkoutId: string
  testPageId: string
  testPortalId: string
  /** A session of the owner in another browser. */
  sessionId: string
  /** The token of that invitation. */
  token: string
  /** The tokens of the links in mails to an address of the owner's alerts. */
  confirmToken: string
  unsubscribeToken: string
}

export interface Call {
  params?: (theirs: Theirs) => Record<string, string>
  query?: (theirs: Theirs) => Record<string, string>
  body?: (theirs: Theirs) => object
  headers?: Record<string, string>
  /** What both workspaces have without a payment, where it is not Business; the plan in use is Business all the same. */
  granted?: Tier
  /**
   * The answer to someone else who sends the owner's ids: 404, or data of their own. `holder`:
   * the call is for the holder of the token, a neighbor too (`features/workspaces/invitations.test.ts`), or for everyone.
   */
  neighbor: 404 | 'their own' | 'holder'
  /**
   * The rows the owner's call may change, over every table, as `World.touched` names them: `this` is the domain it is
   * about. Nothing where it is left out. Any other row that changes fails the test, those of the neighbor above all.
   */
  touches?: readonly string[]
  /** The same for a member with the least role, where it differs: the owner has made rows that a member has not. */
  touchesOfMember?: readonly string[]
  /** The same for an API key, where it differs: what is personal has none of a key. */
  touchesOfKey?: readonly string[]
  /** The same for a second call of the owner, where that shall be another. */
  touchesAgain?: readonly string[]
}
