/** The production mix that runs of a scenario are compared with. */
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'

interface MixSectionProps {
  readonly document: Pick<ScenarioDocument, 'productionMix'>
  readonly isReadOnly: boolean
  readonly onChange: (change: Pick<ScenarioDocument, 'productionMix'>) => void
}

const none = ''

export function MixSection({ document, isReadOnly, onChange }: MixSectionProps) {
  const t = useT()
  return (
    <section className="scenario-section" aria-labelledby="scenario-mix">
      <h2 id="scenario-mix">{t('scenario.section.mix')}</h2>
      <MixChoice chosen={document.productionMix} isReadOnly={isReadOnly} onChange={onChange} />
    </section>
  )
}

function MixChoice({
  chosen,
  isReadOnly,
  onChange,
}: Omit<MixSectionProps, 'document'> & { readonly chosen: ScenarioDocument['productionMix'] }) {
  const t = useT()
  const projectId = useProjectId()
  const { data: mixes } = useQuery({
    queryKey: ['productionMixes', projectId, 'names'],
    queryFn: ({ signal }) => api.productionMix.names({ projectId }, { signal }),
  })
  const known = (mixes ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isGone = chosen !== null && mixes !== undefined && known.every(({ value }) => value !== chosen.id)
  return (
    <>
      <div className="scenario-drive">
        <Select<string>
          className="scenario-mix"
          aria-labelledby="scenario-mix"
          loading={mixes === undefined}
          disabled={isReadOnly}
          showSearch={{ optionFilterProp: 'label' }}
          {...(mixes !== undefined && { value: chosen?.id ?? none })}
          options={[
            { value: none, label: t('scenario.mix.none') },
            ...(isGone ? [{ value: chosen.id, label: t('scenario.mix.gone') }] : []),
            ...known,
          ]}
          onChange={id => onChange({ productionMix: id === none ? null : { id, fromSeconds: 0 } })}
        />
        <Link to={chosen === null || isGone ? links.productionMixes : links.productionMix(chosen.id)}>
          {t('scenario.mix.manage')}
        </Link>
      </div>
      {chosen !== null && (
        <div className="scenario-drive">
          <label htmlFor="scenario-mix-from">{t('scenario.mix.from')}</label>
          <InputNumber
            id="scenario-mix-from"
            value={chosen.fromSeconds}
            min={0}
            max={1_000_000_000}
            precision={0}
            readOnly={isReadOnly}
            changeOnWheel={false}
            onChange={fromSeconds =>
              fromSeconds !== null && onChange({ productionMix: { ...chosen, fromSeconds } })
            }
          />
          <span className="scenario-help">{t('scenario.mix.fromHelp')}</span>
        </div>
      )}
      <p className="scenario-help">{t('scenario.mix.help')}</p>
    </>
  )
}
