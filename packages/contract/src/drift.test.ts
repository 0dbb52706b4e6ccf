import type { ScanReply } from '@waxseal/core/health'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { scanReply } from './diagnostics.ts'

type Wire = z.infer<typeof scanReply>

/** zod's arrays are mutable and core's readonly; there must be no other difference. */
type Frozen<T> = T extends readonly (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

// The two functions are the test: they compile only if each shape is assignable to the other.
const toWire = (reply: Frozen<ScanReply>): Frozen<Wire> => reply
const fromWire = (wire: Frozen<Wire>): Frozen<ScanReply> => wire

it('the wire shape of a scan result equals core’s ScanReply', () => {
  expect(toWire).not.toBe(fromWire)
})
