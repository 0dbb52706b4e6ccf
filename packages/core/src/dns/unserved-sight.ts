/** That no name server serves a zone, as monitoring saw it in enough checks (`unservedSight` of `watch/memory.ts`). */
export interface UnservedSight {
  /** ISO 8601: the first of these checks. */
  since: string
  looks: number
}
