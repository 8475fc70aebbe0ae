/** The user limit that calibration proposes for a load machine, and the button that starts the calibration. */
import type { Calibration } from '@pone/contract/entities/calibration.ts'
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { api } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { formatInstant } from '../../../ui/format.ts'
import { clustersKey } from '../cluster-queries.ts'

/** One sentence: the proposed limit and the measurements it is derived from. */
export const calibrationText = (t: Translate, calibration: Calibration): string =>
  t('machine.calibration.text', {
    users: formatNumber(calibration.proposedUsers),
    rate: formatNumber(Math.round(calibration.requestsPerSecond)),
    cpu: formatNumber(Math.round(calibration.cpu01 * 100)),
    cores: formatNumber(calibration.cores),
    memory: formatBytes(calibration.memoryBytes),
    perUser: formatBytes(calibration.bytesPerUser),
    at: formatInstant(calibration.at),
  })

export function CalibrationField({ machine }: { readonly machine: AdminMachine }) {
  const t = useT()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: clustersKey })
  const { id, calibration } = machine
  const measuring = useMutation({
    mutationFn: () => {
      const answer = api.loadMachine.calibrate({ id })
      // Refreshed now, so that lists show the machine as calibrating.
      void refresh()
      return answer
    },
    onError: showError,
    onSettled: refresh,
  })
  const cancelling = useMutation({
    mutationFn: () => api.loadMachine.cancelCalibration({ id }),
    onError: showError,
  })
  const isMeasuring = measuring.isPending || machine.isCalibrating
  const isFree = machine.isOnline && machine.runs.length === 0
  return (
    <div className="machine-calibration">
      <span title={t('machine.calibration.definition')}>
        {calibration === null ? t('machine.calibration.none') : calibrationText(t, calibration)}
      </span>
      <span className="machine-calibration-actions">
        <Button size="small" loading={isMeasuring} disabled={!isFree} onClick={() => measuring.mutate()}>
          {t(isMeasuring ? 'machine.calibration.measuring' : 'machine.calibration.measure')}
        </Button>
        {isMeasuring && (
          <Button size="small" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {t('action.cancel')}
          </Button>
        )}
      </span>
      <small className="faint">
        {t(isFree || isMeasuring ? 'machine.calibration.help' : 'machine.calibration.notFree')}
      </small>
    </div>
  )
}
