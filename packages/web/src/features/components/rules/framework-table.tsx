/** Names that frameworks give dynamic values, which a project may switch off. */
import { type FrameworkRule, frameworkRules } from '@pone/recording/correlation/framework-rules.ts'
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { ShortTable } from '../../../ui/short-table.tsx'

interface FrameworkTableProps {
  readonly stored: CorrelationRules
  readonly canEdit: boolean
  readonly isBusy: boolean
  readonly onChange: (rules: CorrelationRules) => Promise<void>
}

export function FrameworkTable({ stored, canEdit, isBusy, onChange }: FrameworkTableProps) {
  const t = useT()
  const { disabledFrameworks } = stored
  const titleOf = ({ framework }: FrameworkRule) =>
    framework === 'Any' ? t('component.rules.anyFramework') : framework
  const switchTo = (framework: string, isOn: boolean) => {
    const others = disabledFrameworks.filter(each => each !== framework)
    // What is refused was shown.
    onChange({ ...stored, disabledFrameworks: isOn ? others : [...others, framework] }).catch(() => undefined)
  }
  return (
    <section className="cd-rule-frameworks">
      <h3>{t('component.rules.frameworks')}</h3>
      <p className="cd-help">{t('component.rules.frameworksHelp')}</p>
      <ShortTable
        rows={frameworkRules}
        rowId={({ framework }) => framework}
        columns={[
          {
            key: 'enabled',
            title: t('component.rules.enabled'),
            render: rule => (
              <Switch
                size="small"
                checked={!disabledFrameworks.includes(rule.framework)}
                disabled={!canEdit || isBusy}
                aria-label={titleOf(rule)}
                onChange={isOn => switchTo(rule.framework, isOn)}
              />
            ),
          },
          { key: 'framework', title: t('component.rules.framework'), render: titleOf },
          {
            key: 'names',
            title: t('component.rules.names'),
            render: ({ names }) => <code className="cd-rule-names">{names.source}</code>,
          },
        ]}
      />
    </section>
  )
}
