import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import type { Config } from '../../lib/queries.ts'

const year = new Date().getFullYear()
const linkLook = 'rounded py-1 hover:text-ink'

export function Footer({ config }: { config: Config | undefined }): ReactNode {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto flex max-w-5xl flex-wrap items-start gap-x-12 gap-y-4 px-4 py-6 text-13 text-ink2 sm:px-6">
        <span className="me-auto py-1">
          © {year} {config?.operator_name ?? 'Waxseal'}
        </span>
        <Group title="Product">
          <Link to={paths.tools} className={linkLook}>
            Features
          </Link>
          {config?.billing !== 'off' && (
            <Link to={paths.pricing} className={linkLook}>
              Pricing
            </Link>
          )}
          <Link to={paths.dashboard} className={linkLook}>
            Dashboard
          </Link>
        </Group>
        <Group title="Legal">
          <Link to={paths.terms} className={linkLook}>
            Terms of Service
          </Link>
          <Link to={paths.privacy} className={linkLook}>
            Privacy Policy
          </Link>
        </Group>
        {config?.contact_email && (
          <a href={`mailto:${config.contact_email}`} className={linkLook}>
            Contact
          </a>
        )}
      </div>
    </footer>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <nav aria-label={title} className="grid gap-1">
      <span className="py-1 font-[560] text-ink">{title}</span>
      {children}
    </nav>
  )
}
