import { reportCsv } from '@waxseal/core/health'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'

export const reportCsvCommand = command({
  name: 'report.csv',
  summary: 'Write a scan as CSV, as the export of the web application does.',
  args: {
    scan: {
      kind: 'document',
      value: 'SCAN.json',
      about: 'The output of scan --json.',
      required: true,
      positional: true,
    },
  },
  run: async ({ scan }) => {
    if (typeof scan !== 'object' || scan === null || !('domain_name' in scan)) {
      throw new CommandError('parse', '"scan" is not a scan as scan --json prints it')
    }
    const csv = reportCsv({ ...scan })
    return { result: { csv }, text: () => csv, exitCode: 0 }
  },
})
