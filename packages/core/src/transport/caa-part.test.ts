import { describe, expect, it } from 'vitest'
import { domain, partOf, toldOf } from './healthy.fixture.ts'

describe('CAA', () => {
  it('that is broken is told with what is wrong', () => {
    const caa = [{ name: domain, records: [{ flags: 128, tag: 'tbs', value: 'x' }] }]
    expect(toldOf(partOf('caa', { caa }))).toEqual([
      'recommendation',
      'caa_invalid: A CAA record is broken: tbs is marked critical, and authorities do not know it',
    ])
  })

  it('says who may issue', () => {
    expect(partOf('caa').details).toEqual([
      'example.com: letsencrypt.org may issue for hosts',
      'example.com: every authority may issue for mail addresses',
    ])
  })
})
