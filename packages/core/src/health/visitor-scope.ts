import { notAskedOfVisitors, sessionsShow } from '../check/index.ts'
import { plans } from '../plan/index.ts'
import type { ScanReply } from './reply.ts'

/** What the check of a visitor asked in part, and what it did not ask. */
export interface VisitorScope {
  /** The blocklists asked, and those of the plan that has most; null: all were asked. */
  lists: { asked: number; all: number } | null
  /** In words that continue "Not asked without an account: ". */
  leftOut: readonly string[]
}

/** What the check of a visitor left out by rule, of what this installation does for accounts. */
export function visitorScope({ basis, results }: Pick<ScanReply, 'basis' | 'results'>): VisitorScope {
  const { blocklists: asked } = plans[basis.tier]
  const all = plans.business.blocklists
  const hasSessions = results.relay?.state !== 'not-for-visitors'
  return {
    lists: asked < all ? { asked, all } : null,
    leftOut: [...(hasSessions ? [] : sessionsShow), ...results.threat_intelligence.left_out],
  }
}

/** The same in lines: "Not asked without an account: open relays", "10 of 34 blocklists asked". */
export function scopeLines({ lists, leftOut }: VisitorScope): readonly string[] {
  return [
    ...(leftOut.length === 0 ? [] : [`${notAskedOfVisitors}: ${leftOut.join(', ')}`]),
    ...(lists === null ? [] : [`${lists.asked} of ${lists.all} blocklists asked`]),
  ]
}
