/** Conditions in which the runs differ. */
import type { ComparedDifference } from '@pone/contract/entities/comparison.ts'
import { useT } from '../../../lib/i18n.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { differenceTexts } from './difference-text.ts'

export function Differences({
  differences,
  runs,
}: {
  readonly differences: readonly ComparedDifference[]
  readonly runs: readonly ShownRun[]
}) {
  const t = useT()
  return (
    <section className="cmp-section" aria-labelledby="cmp-differences">
      <h2 id="cmp-differences">{t('comparison.differences')}</h2>
      {differences.length === 0 ? (
        <p className="secondary">{t('comparison.differences.none')}</p>
      ) : (
        <>
          <p className="secondary">{t('comparison.differences.text')}</p>
          <div className="cmp-scroll">
            <table className="cmp-table cmp-differences">
              <thead>
                <tr>
                  <th scope="col">{t('comparison.difference.field')}</th>
                  {runs.map(run => (
                    <th key={run.id} scope="col">
                      <RunName color={run.color} number={run.number} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {differences.map(difference => {
                  const texts = differenceTexts(difference, t)
                  return (
                    <tr key={difference.field}>
                      <th scope="row">{t(`comparison.difference.${difference.field}`)}</th>
                      {runs.map((run, at) => (
                        <td key={run.id} className={texts[at] === texts[0] ? undefined : 'cmp-other'}>
                          {texts[at]}
                        </td>
                      ))}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
