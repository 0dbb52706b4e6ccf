import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ToolsPage } from './page.tsx'

afterEach(cleanup)

it.each([
  ['Header Analyzer', '/headers'],
  ['DNS Change History', '/dns-history'],
  ['SPF Record Builder', '/tools/spf-builder'],
  ['Subdomain SPF Generator', '/tools/subdomain-spf'],
  ['SPF Flattening Service', '/tools/spf-flattening'],
  ['DMARC Record Builder', '/tools/dmarc-builder'],
  ['Ask AI Assistant', '/chat'],
])('%s leads to %s', (name, to) => {
  render(
    <MemoryRouter>
      <ToolsPage />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
})
