/** Trends of the project's main scenarios. */
import { homeDays, listedOnHome } from '@pone/contract/entities/home.ts'
import { useT } from '../../lib/i18n.ts'
import { HomePanel } from './home-panel.tsx'
import { useTrends } from './home-queries.ts'
import { TrendCard } from './trend-card.tsx'

export function Trends() {
  const t = useT()
  return (
    <HomePanel
      title={t('home.trends')}
      note={t('home.trendsNote', { days: homeDays, count: listedOnHome.trends, points: listedOnHome.points })}
      query={useTrends()}
    >
      {({ scenarios }) =>
        scenarios.length === 0 ? (
          <p className="secondary home-line">{t('home.noTrends', { days: homeDays })}</p>
        ) : (
          <div className="trend-grid">
            {scenarios.map(trend => (
              <TrendCard key={trend.scenarioId} trend={trend} />
            ))}
          </div>
        )
      }
    </HomePanel>
  )
}
