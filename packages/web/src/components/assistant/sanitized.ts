import createPurifier from 'dompurify'

const tags = ['p', 'strong', 'em', 'ul', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'span']

const purifier = createPurifier(window)

// Any other class could use the page's own styles: `fixed inset-0` would cover the page.
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const classes = attribute.attrValue.split(/\s+/).filter(name => /^ai-[a-z-]+$/.test(name))
  attribute.attrValue = classes.join(' ')
  attribute.keepAttr = attribute.attrName === 'class' && classes.length > 0
})

/**
 * The second sanitizer of an answer, after the server's: only the tags of the specification, and only classes that begin
 * with `ai-`. The result belongs to no page.
 */
export function sanitized(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['class'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
}

/** The text of an answer, for a screen reader: blocks end with a line. */
export function plainText(html: string): string {
  const fragment = sanitized(html)
  for (const block of fragment.querySelectorAll('p, li, h1, h2, h3, h4')) block.append('\n')
  for (const part of fragment.querySelectorAll('br')) part.replaceWith('\n')
  const lines = (fragment.textContent ?? '').split('\n').map(line => line.trim().replaceAll(/\s+/g, ' '))
  return lines.filter(line => line !== '').join('\n')
}
