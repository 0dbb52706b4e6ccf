import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AnswerView } from './answer-view.tsx'
import { plainText } from './sanitized.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The HTML of the answer on screen. */
function shown(html: string, headingLevel: 2 | 3 = 3): string {
  cleanup()
  render(<AnswerView html={html} headingLevel={headingLevel} />)
  return document.querySelector('.ask-answer')?.innerHTML ?? ''
}

const hostile = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '<svg><script>document.title="owned"</script></svg>',
  '<svg onload="document.title=1"><a xlink:href="javascript:1">x</a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<a href="javascript:alert(1)">x</a><a href="https://evil.example">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=x></object><embed src=x>',
  '<form action="https://evil.example"><input name=a><button>Send</button></form>',
  '<p style="position:fixed;inset:0" onclick="alert(1)" id="root" data-x="1" aria-label="x" role="alert">x</p>',
  '<style>body{display:none}</style><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0>',
  '<base href="https://evil.example"><template><img src=x></template><slot name=x></slot><my-element is="x"></my-element>',
  '<h1 class="fixed inset-0">x</h1><span class="ai-ok fixed inset-0 z-50 ask-badge">x</span>',
  '<p><![CDATA[<script>1</script>]]><!-- <b> --><?php echo 1 ?></p>',
]

describe('an answer', () => {
  it('keeps the tags and classes of the assistant', () => {
    expect(shown('<p class="ai-quote"><strong>a</strong> <em>b</em><br>c</p><ul class="ai-ol"><li>d</li></ul>')).toBe(
      '<p class="ai-quote"><strong>a</strong> <em>b</em><br>c</p><ul class="ai-ol"><li>d</li></ul>',
    )
  })

  it.each(hostile)('has nothing else of %s', html => {
    const result = shown(`<p>before</p>${html}<p>after</p>`)
    const root = document.querySelector('.ask-answer')
    expect(root?.textContent).toContain('before')
    for (const element of root?.querySelectorAll('*') ?? []) {
      expect(element.tagName).toMatch(/^(P|STRONG|EM|UL|LI|BR|H3|H4|H5|SPAN)$/)
      expect(element.getAttributeNames().filter(name => name !== 'class')).toEqual([])
      for (const name of element.classList) expect(name).toMatch(/^ai-/)
    }
    expect(result).not.toMatch(/owned|javascript:|<img|<script/i)
    expect(document.title).not.toBe('owned')
  })

  it('has no other tag and no other attribute, whatever its HTML is', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      '<p',
      '<span',
      'class',
      'ai-x',
      'onload',
      '<svg',
      'x',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), parts => {
        shown(parts.join(''))
        for (const element of document.querySelectorAll('.ask-answer *')) {
          expect(['P', 'SPAN']).toContain(element.tagName)
          expect(element.getAttributeNames().every(name => name === 'class')).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('continues the outline of its screen, without a gap', () => {
    expect(shown('<h1>a</h1><h4>b</h4><h2>c</h2><h3>d</h3>', 2)).toBe('<h2>a</h2><h3>b</h3><h2>c</h2><h3>d</h3>')
    expect(shown('<h4>a</h4><h3>b</h3>', 3)).toBe('<h3>a</h3><h4>b</h4>')
  })
})

const span = (text: string): string => `<span class="ai-record ai-checked">${text}</span>`

describe('a record in an answer', () => {
  const made =
    '<p><span class="ai-pre"><span class="ai-record ai-checked"><span class="ai-name">_dmarc.example.com</span> ' +
    '<span class="ai-type">TXT</span> <span class="ai-value">v=DMARC1; p=none</span></span></span></p>'

  it('that Waxseal made says so, and its value can be copied', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    shown(made)
    screen.getByText('Made by Waxseal')
    fireEvent.click(screen.getByRole('button', { name: 'Copy TXT value of _dmarc.example.com' }))
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith('v=DMARC1; p=none'))
  })

  it('and a file that Waxseal made can be copied with its lines', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    shown(
      '<p><span class="ai-pre"><span class="ai-record ai-checked"><span class="ai-value">a: 1<br>b: 2</span></span></span></p>',
    )
    screen.getByText('Made by Waxseal')
    fireEvent.click(screen.getByRole('button', { name: 'Copy file' }))
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith('a: 1\nb: 2'))
  })

  it('has a button with a name of its own beside another type of the same name', () => {
    shown(made + made.replace('TXT', 'MX'))
    screen.getByRole('button', { name: 'Copy MX value of _dmarc.example.com' })
    screen.getByRole('button', { name: 'Copy TXT value of _dmarc.example.com' })
  })

  it.each([
    ['ai-published', 'From an earlier scan'],
    ['ai-unchecked', 'Could not check'],
  ])('with the class %s says “%s”, and has no button', (name, words) => {
    shown(`<p><span class="ai-record ${name}">v=spf1 -all</span></p>`)
    screen.getByText(words)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('in a sentence has its name in the mark, from our data, and its value can be copied', async () => {
    const writeText = vi.fn((_text: string) => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const parts = '<span class="ai-name">example.com</span> <span class="ai-value">v=spf1 mx ~all</span>'
    shown(`<p>Publish ${span(parts)} now.</p>`)
    expect(document.querySelector('.ai-record')?.textContent).toBe('v=spf1 mx ~all')
    screen.getByText('Made by Waxseal for example.com')
    fireEvent.click(screen.getByRole('button', { name: 'Copy value of example.com' }))
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith('v=spf1 mx ~all'))
  })

  it('that a scan saw says which scan, and of which name', () => {
    const parts =
      '<span class="ai-name">example.com</span> <span class="ai-value">v=spf1 +all</span> <span class="ai-when">scan of Nov 26, 2026, 21:26 UTC</span>'
    shown(`<p><span class="ai-record ai-published">${parts}</span></p>`)
    screen.getByText('From the scan of Nov 26, 2026, 21:26 UTC of example.com')
  })

  it('in pieces has the name of its first piece in the mark', () => {
    const first = '<span class="ai-name">example.com</span> <span class="ai-value">MX</span>'
    shown(`<ul><li>${span(first)} ${span('10 mx1.example.com')}</li></ul>`)
    screen.getByText('Made by Waxseal for example.com')
    expect(screen.getAllByText(/^Made by Waxseal/)).toHaveLength(1)
  })

  it('in pieces is marked once, and a piece of it is never copied', () => {
    shown(`<p>${span('v=spf1 include:')}<strong>${span('x.example')}</strong>${span(' -all')}</p>`)
    expect(screen.getAllByText('Made by Waxseal')).toHaveLength(1)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('after another one is marked by itself', () => {
    shown(`<ul><li>${span('v=spf1 -all')}</li><li>${span('v=DMARC1; p=none')}</li></ul>`)
    for (const item of screen.getAllByRole('listitem')) within(item).getByRole('button', { name: 'Copy record value' })
    expect(screen.getAllByText('Made by Waxseal')).toHaveLength(2)
  })

  it('without a known class is only text', () => {
    expect(shown('<p><span class="ai-record">v=spf1</span></p>')).toBe('<p><span class="ai-record">v=spf1</span></p>')
  })
})

it('an announced answer has its lines and no markup', () => {
  expect(plainText('<h2>SPF</h2><p>It is <strong>fine</strong>.<br>Really.</p><ul><li>One</li><li>Two</li></ul>')).toBe(
    'SPF\nIt is fine.\nReally.\nOne\nTwo',
  )
})

describe('questions that an answer offers', () => {
  const html = '<ul class="ai-asks"><li class="ai-ask">Is a.example secure?</li></ul>'

  it('are buttons where they can be sent', () => {
    const onAsk = vi.fn()
    render(<AnswerView html={html} headingLevel={2} onAsk={onAsk} />)
    fireEvent.click(screen.getByRole('button', { name: 'Is a.example secure?' }))
    expect(onAsk).toHaveBeenCalledWith('Is a.example secure?')
  })

  it('are text where they cannot', () => {
    expect(shown(html)).toBe('<ul class="ai-asks"><li>Is a.example secure?</li></ul>')
  })
})
