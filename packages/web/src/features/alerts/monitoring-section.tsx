import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { SettingSelect, SettingSwitch } from './lock.tsx'
import type { SettingsForm } from './use-settings.ts'

const frequencies = [
  { value: '1', hours: 1, label: 'Every hour' },
  { value: '6', hours: 6, label: 'Every 6 hours' },
  { value: '24', hours: 24, label: 'Every 24 hours' },
] as const

type Value = (typeof frequencies)[number]['value']

/** Whether and how often DNS is checked. The frequency is there while monitoring is on. */
export function MonitoringSection({ form: { settings, queue } }: { form: SettingsForm }): ReactNode {
  const { value } = frequencies.find(({ hours }) => hours === settings.dns_monitoring_frequency) ?? frequencies[1]
  return (
    <Sheet
      title="DNS/MX monitoring"
      aside={
        <Link to={paths.dnsHistory} className="prose-link rounded text-13">
          DNS Change History
        </Link>
      }
    >
      <div className="grid max-w-xl gap-3">
        <SettingSwitch
          label="Monitor DNS and MX records"
          hint="Checks the records of all your domains for changes."
          on={settings.dns_monitoring_enabled}
          onChange={on => queue.choose({ dns_monitoring_enabled: on })}
        />
        {settings.dns_monitoring_enabled && (
          <SettingSelect<Value>
            label="Check frequency"
            className="sm:max-w-60"
            value={value}
            options={frequencies}
            onChange={chosen => {
              const frequency = frequencies.find(each => each.value === chosen)
              if (frequency) queue.choose({ dns_monitoring_frequency: frequency.hours })
            }}
          />
        )}
      </div>
    </Sheet>
  )
}
