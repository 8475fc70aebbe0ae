/** Incidents in the time that charts show: each leads to its timeline. */
import { BellOutlined } from '@ant-design/icons'
import type { AlertMark } from '@pone/contract/entities/alert.ts'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { formatInstant } from '../format.ts'
import './alert-list.css'

const listedMarks = 10

export function AlertList({ marks }: { readonly marks: readonly AlertMark[] }) {
  const t = useT()
  if (marks.length === 0) return null
  const newest = marks.toReversed().slice(0, listedMarks)
  return (
    <ul className="alert-list" aria-label={t('alertMark.list')}>
      {newest.map(({ incidentId, rule, labels, from, to }) => (
        <li key={incidentId}>
          <BellOutlined aria-hidden />{' '}
          <Link to={links.incident(incidentId)}>{[rule, ...Object.values(labels)].join(' · ')}</Link>{' '}
          <span className="secondary">
            {to === null
              ? t('alertMark.since', { from: formatInstant(from) })
              : t('alertMark.span', { from: formatInstant(from), to: formatInstant(to) })}
          </span>
        </li>
      ))}
      {marks.length > listedMarks && (
        <li>
          <Link to={links.incidents()}>{t('alertMark.more', { count: marks.length - listedMarks })}</Link>
        </li>
      )}
    </ul>
  )
}
