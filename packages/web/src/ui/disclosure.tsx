import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { createDrafts } from '../lib/drafts.ts'

interface Props {
  title: string
  /** The state of the section, visible while it is closed. */
  status?: ReactNode
  openAtFirst?: boolean
  /** The target of links; such a link opens the section. */
  id?: string
  /** A target inside the section; a link to it opens the section too. */
  inside?: string
  /** The pointer or the focus is on the title line, so it may be opened next. */
  onNear?: () => void
  children: ReactNode
}

/** The sections that were opened or closed, by screen and title: Back and a reload find them as they were left. */
const left = createDrafts<boolean>({
  name: 'sections',
  keep: isOpen => isOpen,
  find: kept => (typeof kept === 'boolean' ? kept : null),
})

/** A section that opens and closes with a click on its title line. */
export function Disclosure({ title, status, openAtFirst = false, id, inside, onNear, children }: Props): ReactNode {
  const { hash, key, pathname } = useLocation()
  const place = `${pathname} ${title}`
  const [isOpen, setIsOpen] = useState(() => left.get(place, () => openAtFirst) ?? openAtFirst)
  const section = useRef<HTMLElement>(null)
  // A link is identified by its key, because users can follow the same one twice.
  const isMeant = (id !== undefined && hash === `#${id}`) || (inside !== undefined && hash === `#${inside}`)
  const [followed, setFollowed] = useState<string | null>(null)
  if (isMeant && followed !== key) {
    setFollowed(key)
    setIsOpen(true)
  }
  useEffect(() => {
    if (followed !== null) section.current?.scrollIntoView()
  }, [followed])

  function toggle(next: boolean): void {
    setIsOpen(next)
    left.set(place, next)
  }

  return (
    <Collapsible.Root open={isOpen} onOpenChange={toggle} asChild>
      <section ref={section} id={id} className="border-t border-ink">
        <h2>
          <Collapsible.Trigger
            onPointerEnter={onNear}
            onFocus={onNear}
            className="group flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 py-2 text-start hover:bg-sunken/60"
          >
            <ChevronRight
              className="size-4 shrink-0 text-ink3 transition-transform duration-180 group-data-[state=open]:rotate-90"
              aria-hidden
            />
            <span className="me-auto text-16 font-[600]">{title}</span>
            <span className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:ps-7">{status}</span>
          </Collapsible.Trigger>
        </h2>
        <Collapsible.Content className="disclosure pt-3 pb-8 sm:ps-7">{children}</Collapsible.Content>
      </section>
    </Collapsible.Root>
  )
}
