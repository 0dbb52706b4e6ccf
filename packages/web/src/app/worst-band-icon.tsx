import { useQuery } from '@tanstack/react-query'
import { type Band, bands } from '@waxseal/core/health'
import { useEffect } from 'react'
import { statsQuery } from '../lib/queries.ts'

/** Mid-tones that are visible on light and dark tab bars; without a band the wax red of the logo. */
const colours: Record<Band | 'none', string> = {
  Excellent: '#2c965d',
  Good: '#72942d',
  Fair: '#be7a0b',
  Poor: '#d33b36',
  none: '#8c2f2b',
}

/** The counts may be a minute old; a scan of this tab asks for them at once. */
const askedAgainMs = 60_000

/** Colors the browser tab's seal by the worst band among the domains: their counts are enough, however many there are. */
export function WorstBandIcon(): null {
  const { data } = useQuery({ ...statsQuery, staleTime: askedAgainMs })
  const counts = data?.security_summary
  const worst = bands.findLast(band => (counts?.[band.toLowerCase() as Lowercase<Band>] ?? 0) > 0) ?? 'none'

  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || worst === 'none') return undefined
    const usual = link.href
    const rim = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="${colours[worst]}"><circle cx="16" cy="16" r="12.5" stroke-width="5" pathLength="72" stroke-dasharray="1.6 1.4"/><circle cx="16" cy="16" r="6.5" stroke-width="2"/></g></svg>`
    link.href = `data:image/svg+xml,${encodeURIComponent(rim)}`
    return () => {
      link.href = usual
    }
  }, [worst])
  return null
}
