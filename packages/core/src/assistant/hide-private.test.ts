import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerWith } from './answers.fixture.ts'
import { hideAddresses, hideHeader } from './hide-header.ts'
import { fillIn, hideIn, hidePrivate, maskIn, maskPrivate, noPlaceholders, privateMarkdown } from './hide-private.ts'
import { textsIn } from './known-texts.ts'
import { type Private, privateKinds, privateText } from './private-text.ts'

const ada = privateText('person', 'Ada Lovelace')
const address = privateText('address', 'ada@mail.example')
const note = privateText('note', 'Ask Grace before May.')

const textsOf = (value: unknown): readonly string[] => textsIn(value).filter(text => text.endsWith('\u2721'))

describe('private texts', () => {
  it('become placeholders that say what they are, the same text the same one', () => {
    const { value } = hidePrivate({ members: [{ name: ada, email: address }], by: ada, note, domain: 'shop.example' })
    expect(value).toEqual({
      members: [
        { name: { private: 'person', text: 'HIDDENPERSON1' }, email: { private: 'address', text: 'HIDDENADDRESS1' } },
      ],
      by: { private: 'person', text: 'HIDDENPERSON1' },
      note: { private: 'note', text: 'HIDDENNOTE1' },
      domain: 'shop.example',
    })
  })

  it('have no placeholder that another text contains already', () => {
    const { value } = hidePrivate({ record: 'v=spf1 HIDDENPERSON1 -all', by: ada })
    expect(value.by.text).toBe('HIDDENPERSON2')
  })

  it('keep their placeholders when more of the same answer is hidden', () => {
    const first = hidePrivate([ada, address])
    const grace = privateText('person', 'Grace Hopper')
    const { value, placeholders } = hidePrivate([grace, ada], first.placeholders)
    expect(value.map(({ text }) => text)).toEqual(['HIDDENPERSON2', 'HIDDENPERSON1'])
    expect(fillIn('HIDDENADDRESS1, HIDDENPERSON2', placeholders)).toBe('ada@mail.example, Grace Hopper')
  })

  it('become words in what is kept as the context of later questions', () => {
    expect(maskPrivate({ by: ada, note }).by.text).toBe('(a person)')
    expect(maskIn('HIDDENPERSON2 wrote HIDDENNOTE1.')).toBe('(a person) wrote (a note).')
  })

  it('stay empty where they are empty', () => {
    expect(hidePrivate(privateText('note', '')).value.text).toBe('')
  })

  const privates: fc.Arbitrary<Private> = fc
    .tuple(fc.constantFrom(...privateKinds), fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }))
    .map(([kind, text]) => privateText(kind, `${text}\u2721`))
  const values = fc.letrec(tie => ({
    any: fc.oneof({ depthSize: 'small' }, privates, fc.integer(), fc.constant('shop.example'), tie('list'), tie('row')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    row: fc.dictionary(fc.constantFrom('name', 'items', 'total', 'by'), tie('any'), { noNullPrototype: true }),
  })).any

  it('do not survive in what a model receives, whatever they are and however deep', () => {
    fc.assert(
      fc.property(values, value => {
        const { value: shown, placeholders } = hidePrivate(value)
        expect(textsOf(shown)).toEqual([])
        const json = JSON.stringify(shown)
        for (const text of textsOf(value)) {
          expect(json).not.toContain(JSON.stringify(text).slice(1, -1))
          expect(hideIn(`About ${text} now`, placeholders)).not.toContain(text)
        }
        expect(JSON.parse(fillIn(json, placeholders, text => JSON.stringify(text).slice(1, -1)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        )
      }),
    )
  })
})

describe('a question for a model', () => {
  const { placeholders } = hidePrivate([ada, address, privateText('key', 'deploy'), privateText('person', 'May Li')])

  it.each([
    ['What did Ada Lovelace change?', 'What did HIDDENPERSON1 change?'],
    ['what did ada lovelace change', 'what did HIDDENPERSON1 change'],
    ["Is Ada's key old? Ask ADA@mail.example.", "Is HIDDENPERSON1's key old? Ask HIDDENADDRESS1."],
    ['- **Ada Lovelace:** ada\\@mail.example', '- **HIDDENPERSON1:** HIDDENADDRESS1'],
    ['Who used the key deploy?', 'Who used the key HIDDENKEY1?'],
    ['May DigiCert issue for ada.example, or may Adam?', 'HIDDENPERSON2 DigiCert issue for ada.example, or may Adam?'],
    [
      'Is redeploy.example fine? And deploy.example? x@deploy',
      'Is redeploy.example fine? And deploy.example? x@deploy',
    ],
  ])('has no private text that stands as words of its own: %s', (question, hidden) => {
    expect(hideIn(question, placeholders)).toBe(hidden)
  })
})

describe('an answer of a model', () => {
  const { placeholders } = hidePrivate([ada, privateText('person', '**Bob** <b>')])

  it('gets the texts back, as text and not as markup', () => {
    expect(fillIn('HIDDENPERSON1 asked HIDDENPERSON2.', placeholders)).toBe('Ada Lovelace asked **Bob** <b>.')
    expect(fillIn('**HIDDENPERSON2** did it', placeholders, privateMarkdown)).toBe(
      '**\\*\\*Bob\\*\\* &lt;b&gt;** did it',
    )
  })

  it('keeps a placeholder that stands for nothing', () => {
    expect(fillIn('HIDDENPERSON12, xHIDDENPERSON1 and hiddenperson1', placeholders)).toBe(
      'HIDDENPERSON12, xHIDDENPERSON1 and hiddenperson1',
    )
  })
})

describe('what people write', () => {
  it('of a message is hidden: who it is from, its subject, and the address before its domain', () => {
    const header = headerWith({
      repeated: [
        { label: 'From', values: ['Ada <ada@mail.example>', 'News <news@example.com>'] },
        { label: 'Subject', values: ['Hello Ada'] },
      ],
    })
    const { value, placeholders } = hideHeader(header, noPlaceholders)
    expect(value).toEqual({
      ...header,
      from: 'HIDDENPERSON1',
      subject: 'HIDDENMESSAGE1',
      returnPath: 'HIDDENADDRESS1@news.example.com',
      repeated: [
        { label: 'From', values: ['HIDDENPERSON2', 'HIDDENPERSON1'] },
        { label: 'Subject', values: ['HIDDENMESSAGE2'] },
      ],
    })
    expect(fillIn(`${value.from} / ${value.returnPath}`, placeholders)).toBe(
      'News <news@example.com> / bounces@news.example.com',
    )
  })

  it('in a question keeps the domains of addresses, and those that name a task', () => {
    const { value, placeholders } = hideAddresses(
      'Mail from ada.l@corp.example and (ADA.L@corp.example) to postmaster@gmail.com, or @home.',
      noPlaceholders,
    )
    expect(value).toBe(
      'Mail from HIDDENADDRESS1@corp.example and (HIDDENADDRESS2@corp.example) to postmaster@gmail.com, or @home.',
    )
    expect(fillIn(value, placeholders)).toContain('ada.l@corp.example')
    expect(hideAddresses(value, placeholders).value).toBe(value)
  })
})
