import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { auditQuery } from './audit-api.ts'

const waiting = (
  <Loading what="the audit log">
    <Skeleton className="h-96 w-full" />
  </Loading>
)

const AuditLog = deferred({
  what: 'The audit log',
  load: () => import('./audit-log.tsx'),
  pick: module => module.AuditLog,
  waiting,
})

/**
 * Who did what. Most people come to this page for something else, so it loads when the window is near it. After Back it is
 * there at once, if it was loaded before: on a shorter page the place of before may not exist.
 */
export function AuditLogSheet(): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const [isNear, setIsNear] = useState(() => client.getQueryData(auditQuery(undefined).queryKey) !== undefined)
  useEffect(() => {
    const observer = new IntersectionObserver(seen => seen.some(each => each.isIntersecting) && setIsNear(true), {
      rootMargin: '400px',
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Sheet title="Audit log" id="audit-log" className={cx('scroll-mt-4', !isNear && 'print:hidden')}>
      <div ref={place}>{isNear ? <AuditLog /> : waiting}</div>
    </Sheet>
  )
}
