import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exportName } from './export-name.ts'

it.each([
  ['Invoice 4711', 'Invoice_4711.pdf'],
  ['Re: your order / 25% off!', 'Re__your_order___25__off_.pdf'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'abcdefghijklmnopqrstuvwxyz0123.pdf'],
  // Letters of Unicode are no alphanumerics here (decision 6.17).
  ['Grüße aus Köln', 'Gr__e_aus_K_ln.pdf'],
  ['../../etc/passwd', '______etc_passwd.pdf'],
  ['a\u202Efdp.exe', 'a_fdp_exe.pdf'],
  // One character of two code units is one underscore, also at the end of the 30.
  [`${'x'.repeat(29)}🦉y`, `${'x'.repeat(29)}_.pdf`],
  [`${'🦉'.repeat(29)}xy`, `${'_'.repeat(29)}x.pdf`],
])('of %j is %s', (subject, name) => {
  expect(exportName(subject)).toBe(name)
})

it.each([[null], [''], ['   '], ['件名'], ['___'], ['!?']])('of %j is header_analysis.pdf', subject => {
  expect(exportName(subject)).toBe('header_analysis.pdf')
})

it('depends on the first 60 code units alone, however long the subject is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 60 }), fc.string({ unit: 'binary' }), (subject, more) => {
      expect(exportName(subject.slice(0, 60) + more)).toBe(exportName(subject.slice(0, 60)))
    }),
  )
})
