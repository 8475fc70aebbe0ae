/** Addresses of a label with the nodes that serve them, and plainly where knowledge ends. */
import type { FullLinkPath, PathTarget } from '@pone/contract/entities/full-link.ts'
import { Alert } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'

interface PathTargetsProps {
  readonly path: FullLinkPath
  /** The plan of the run is known, so that a label without an address has none. */
  readonly isKnown: boolean
}

export function PathTargets({ path, isKnown }: PathTargetsProps) {
  const t = useT()
  const canEdit = useCan('monitor.edit')
  const { targets, searched } = path
  const isAnyUnknown = targets.some(({ entries, isComputed }) => entries.length === 0 && !isComputed)
  return (
    <section aria-label={t('fullLink.addresses')}>
      <ul className="full-link-targets">
        {targets.map(target => (
          <Target key={target.address} target={target} path={path} />
        ))}
      </ul>
      {targets.length === 0 && isKnown && <Alert type="info" showIcon title={t('fullLink.noAddress')} />}
      {isAnyUnknown && (
        <p className="full-link-note">
          {t('fullLink.searched', { ofRun: searched.ofRun, others: searched.others })}
          {searched.omitted > 0 && ` · ${t('fullLink.searchedPart', { omitted: searched.omitted })}`}
          {searched.isHidden && ` · ${t('fullLink.hidden')}`}{' '}
          {canEdit && (
            <ButtonLink size="small" to={links.monitorLinks}>
              {t('fullLink.openLinks')}
            </ButtonLink>
          )}
        </p>
      )}
    </section>
  )
}

function Target({ target, path }: { readonly target: PathTarget; readonly path: FullLinkPath }) {
  const t = useT()
  const { address, isComputed, entries } = target
  if (entries.length === 0)
    return (
      <li>
        <Alert
          type={isComputed ? 'info' : 'warning'}
          showIcon
          title={t(isComputed ? 'fullLink.computed' : 'fullLink.unknown', { address })}
        />
      </li>
    )
  const nodeOf = ({ linkId, nodeId }: PathTarget['entries'][number]) =>
    path.links.find(({ id }) => id === linkId)?.topology.nodes.find(({ id }) => id === nodeId)?.alias ??
    nodeId
  return (
    <li>
      <code>{address}</code>
      <span aria-hidden>→</span>
      {entries.map(entry => (
        <span key={`${entry.linkId} ${entry.nodeId}`} className="full-link-entry">
          <strong>{nodeOf(entry)}</strong>
          <small>{t(`fullLink.by.${entry.by}`, { detail: entry.detail })}</small>
        </span>
      ))}
    </li>
  )
}
