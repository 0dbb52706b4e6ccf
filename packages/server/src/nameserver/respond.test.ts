import { describe, expect, it } from 'vitest'
import { respond } from './respond.ts'
import { battery } from './testing/battery.data.ts'
import { exampleZone } from './testing/example-zone.ts'
import { summaryOf } from './testing/messages.ts'

const zone = exampleZone()

describe('answers to raw queries, each as NSD gives it or for a stated reason in another manner', () => {
  it.each(battery)('$title: $expected', ({ packet, over, expected }) => {
    expect(summaryOf(packet, respond(packet, over ?? 'udp', zone))).toBe(expected)
  })
})
