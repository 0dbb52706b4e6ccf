import { exportCsvRoute, exportPdfRoute } from '@waxseal/contract/routes'
import { send } from '../../lib/api.ts'
import { saveFile } from '../../lib/download.ts'
import { notify } from '../../lib/notify.ts'
import type { Domain } from '../../lib/queries.ts'

const formats = {
  PDF: { route: exportPdfRoute, type: 'application/pdf', extension: 'pdf' },
  CSV: { route: exportCsvRoute, type: 'text/csv', extension: 'csv' },
} as const

/** A file of a domain's newest scan. */
export type ReportFormat = keyof typeof formats

/** Saves the newest scan as `{domain}_report.pdf` or `.csv`; toasts say that it runs and that it is done. Rejects when it failed. */
export async function saveReport(
  format: ReportFormat,
  { id, domain_name: name }: Pick<Domain, 'id' | 'domain_name'>,
): Promise<void> {
  const { route, type, extension } = formats[format]
  const toastId = notify.loading(`Generating ${format}...`, `${format} ${id}`)
  try {
    const file = await (await send(route, { params: { id } }, type)).blob()
    saveFile(file, `${name}_report.${extension}`)
    notify.success(`${format} downloaded successfully`, toastId)
  } catch (error) {
    notify.dismiss(toastId)
    throw error
  }
}
