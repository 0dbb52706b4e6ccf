import type { Role } from '../plan/index.ts'

/** A list that was cut at its bound. */
export interface Bounded<T> {
  items: readonly T[]
  /** The number of all; with `isMore` there are more than these. */
  total: number
  isMore?: true
}

/** Events are counted up to this number; beyond it `isMore` says that there are more. */
export const countMax = 1_000

/** A group that was read, or why the caller does not get it. */
export type Read<T> = { known: true; value: T } | { known: false; why: Absence }

/**
 * Why facts are absent. `role`: members below `least` do not see them. `person`: only people see them, and an API key asks.
 * `billing`: this installation takes no money.
 */
export type Absence = { kind: 'role'; least: Role } | { kind: 'person' } | { kind: 'billing' }

/** What was read. */
export function known<T>(value: T): Read<T> {
  return { known: true, value }
}

/** What the caller does not get. */
export function absent(why: Absence): { known: false; why: Absence } {
  return { known: false, why }
}

/**
 * A list with the number of all.
 *
 * @param counted the number of all, counted up to `countMax + 1`
 */
export function bounded<T>(items: readonly T[], counted: number): Bounded<T> {
  return counted > countMax ? { items, total: countMax, isMore: true } : { items, total: counted }
}
