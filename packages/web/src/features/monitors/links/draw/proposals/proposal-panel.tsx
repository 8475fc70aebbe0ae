/** The panel of proposed edges: each with its evidence, accepted one by one or all; what agents could not tell is said. */
import { CloseOutlined } from '@ant-design/icons'
import type {
  AskedMachine,
  LinkProposal,
  LinkProposals,
  ProposalEvidence,
} from '@pone/contract/entities/link-proposal.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../../lib/i18n.ts'
import { useSession } from '../../../../../lib/session/session.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../../../ui/page/page-states.tsx'
import { TimeText } from '../../../../../ui/time-text.tsx'
import { problemText } from '../../../shared/problem-text.ts'
import { protocolName } from '../../protocol-name.ts'
import type { OpenProposal } from './proposal-model.ts'
import type { Proposals } from './use-proposals.ts'
import './proposals.css'

/** Proposals that are shown at once. */
const shownAtOnce = 50

export function ProposalPanel({ proposals }: { readonly proposals: Proposals }) {
  const { state, ask, cancel, close } = proposals
  const t = useT()
  return (
    <aside className="link-properties link-proposals" aria-label={t('monitorLink.proposals')}>
      <div className="link-proposals-head">
        <h2>{t('monitorLink.proposals')}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('action.close')}
          title={t('action.close')}
          onClick={close}
        />
      </div>
      <p className="secondary">{t('monitorLink.proposalsHelp')}</p>
      {state.kind === 'asking' && (
        <div role="status">
          <LoadingState rows={3} />
          <p>{t('monitorLink.proposalsAsking')}</p>
          <Button onClick={cancel}>{t('action.cancel')}</Button>
        </div>
      )}
      {state.kind === 'cancelled' && (
        <EmptyState
          title={t('monitorLink.proposalsCancelled')}
          action={<Button onClick={ask}>{t('monitorLink.proposalsAgain')}</Button>}
        />
      )}
      {state.kind === 'failed' && <ErrorState error={state.error} onRetry={ask} />}
      {state.kind === 'found' && <Found found={state.found} proposals={proposals} />}
    </aside>
  )
}

function Found({ found, proposals }: { readonly found: LinkProposals; readonly proposals: Proposals }) {
  const { open, ask, acceptAll } = proposals
  const t = useT()
  const [shown, setShown] = useState(shownAtOnce)
  return (
    <>
      <div className="link-proposals-actions">
        <Button type="primary" size="small" disabled={open.length === 0} onClick={acceptAll}>
          {t('monitorLink.acceptAll', { count: open.length })}
        </Button>
        <Button size="small" onClick={ask}>
          {t('monitorLink.proposalsAgain')}
        </Button>
      </div>
      {open.length === 0 && (
        <EmptyState title={t('monitorLink.noProposals')} text={t('monitorLink.noProposalsText')} />
      )}
      <ul className="link-proposal-list">
        {open.slice(0, shown).map(each => (
          <Proposal key={each.proposal.key} open={each} onAccept={() => proposals.accept(each)} />
        ))}
      </ul>
      {open.length > shown && (
        <Button size="small" onClick={() => setShown(shown + shownAtOnce)}>
          {t('monitorLink.moreProposals', { count: open.length - shown })}
        </Button>
      )}
      {found.isCut && <p className="secondary">{t('monitorLink.proposalsCut')}</p>}
      {found.confirmed > 0 && (
        <p className="secondary">{t('monitorLink.proposalsConfirmed', { count: found.confirmed })}</p>
      )}
      <Machines machines={found.machines} />
    </>
  )
}

function Proposal(props: { readonly open: OpenProposal; readonly onAccept: () => void }) {
  const { proposal, fromId, toId } = props.open
  const t = useT()
  const name = `${proposal.from.name} → ${proposal.to.name}`
  return (
    <li className="link-proposal">
      <strong>{name}</strong>
      <span className="secondary">
        {protocolName(proposal.protocol, t)} ·{' '}
        {t('monitorLink.connections', {
          count: proposal.connections,
          shown: formatNumber(proposal.connections),
        })}
      </span>
      {[fromId === null ? proposal.from : null, toId === null ? proposal.to : null].map(
        (end, index) =>
          end !== null && (
            // The two ends of a proposal keep their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className="link-proposal-new">
              {t('monitorLink.addsNode', { name: end.name })}
            </span>
          ),
      )}
      <Evidence proposal={proposal} />
      <Button size="small" aria-label={t('monitorLink.acceptOne', { name })} onClick={props.onAccept}>
        {t('monitorLink.accept')}
      </Button>
    </li>
  )
}

function Evidence({ proposal: { evidence } }: { readonly proposal: LinkProposal }) {
  return (
    <ul className="link-evidence">
      {evidence.map(each => (
        <li
          key={`${each.machine} ${each.direction} ${each.address} ${each.port} ${each.process} ${each.processSince}`}
        >
          <Seen {...each} />
        </li>
      ))}
    </ul>
  )
}

function Seen(seen: ProposalEvidence) {
  const t = useT()
  const { machine, direction, address, port, process, processSince, connections, looks, ofLooks, firstAt } =
    seen
  const isOut = direction === 'out'
  const host = address.includes(':') ? `[${address}]` : address
  return (
    <>
      <span className="code">
        {isOut ? `${machine} → ${host}:${port}` : `${address} → ${machine}:${port}`}
      </span>
      <span>{t('monitorLink.seen', { connections: formatNumber(connections), looks, ofLooks })}</span>
      <span>
        {process === ''
          ? t('monitorLink.processHidden')
          : t(isOut ? 'monitorLink.processOut' : 'monitorLink.processIn', { process })}
        {processSince !== null && (
          <>
            {' '}
            {t('monitorLink.processSince')} <TimeText at={processSince} withSeconds />
          </>
        )}
      </span>
      <span>
        {t('monitorLink.firstSeen')} <TimeText at={firstAt} withSeconds />
      </span>
    </>
  )
}

/** What each machine could not tell. */
function Machines({ machines }: { readonly machines: readonly AskedMachine[] }) {
  const t = useT()
  const language = useSession('language')
  if (machines.length === 0) return <Alert type="warning" title={t('monitorLink.noMachines')} />
  const remarksOf = ({ state, problem, hidden, isContained, isCut, unresolved }: AskedMachine) => [
    ...(state === 'answered' ? [] : [t(`monitorLink.asked.${state}`)]),
    ...(problem === null ? [] : [problemText(problem, language)]),
    ...(hidden > 0 ? [t('monitorLink.askedHidden', { count: hidden, shown: formatNumber(hidden) })] : []),
    ...(isContained ? [t('monitorLink.askedContained')] : []),
    ...(isCut ? [t('monitorLink.askedCut')] : []),
    ...(unresolved > 0 ? [t('monitorLink.askedUnresolved', { count: unresolved })] : []),
  ]
  return (
    <section className="link-asked" aria-label={t('monitorLink.askedMachines')}>
      <h3>{t('monitorLink.askedMachines')}</h3>
      <ul>
        {machines.map(machine => (
          <li key={machine.id}>
            <b>{machine.name}</b>
            {remarksOf(machine).map(remark => (
              <span key={remark}>{remark}</span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
