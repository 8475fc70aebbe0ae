/** The dialog that reads a file of recorded requests, shows them with what was left out, and adds the chosen ones as steps. */
import { InboxOutlined } from '@ant-design/icons'
import { formatBytes } from '@pone/metrics/figures.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { namesOf } from '@pone/plan/parameters/parameters.ts'
import type { Left } from '@pone/recording/model/left.ts'
import { toSteps } from '@pone/recording/steps/to-steps.ts'
import { Alert, Button, Progress, Upload } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { newId } from '../../../lib/new-id.ts'
import { useSession } from '../../../lib/session/session.ts'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { useEditor } from '../context/editor-context.ts'
import { RulesButton } from '../rules/rules-button.tsx'
import { useCorrelationRules } from '../rules/use-correlation-rules.ts'
import type { StepCommands } from '../tree/step-commands.ts'
import { KeyLog } from './key-log.tsx'
import { LocalCapture } from './local-capture.tsx'
import { LogFormat } from './log-format.tsx'
import { MachineCapture } from './machine-capture.tsx'
import { readInWorker, type StartReading, withRules } from './read-in-worker.ts'
import { RecordingPreview } from './recording-preview.tsx'
import { SecondRecording } from './second-recording.tsx'
import { useAdding } from './use-adding.ts'
import { type Choice, useChoice } from './use-choice.ts'
import { maxRecordingBytes, type RecordingImport, useRecording } from './use-recording.ts'

/** Reasons shown where nothing could be read. */
const maxFaults = 10

interface RecordingDialogProps {
  readonly commands: Pick<StepCommands, 'addAll'>
  readonly onClose: () => void
  /** The component that the steps are added to. */
  readonly document: Pick<ComponentDocument, 'settings' | 'variables' | 'parameters'>
  readonly start: StartReading
  /** Read at once, in place of one that the user selects. */
  readonly file?: File
  readonly onAdded?: () => void
}

/** The dialog in the editor. */
export function RecordingImportDialog(
  props: Pick<RecordingDialogProps, 'commands' | 'onClose' | 'file' | 'onAdded'>,
) {
  const { state } = useEditor()
  return <RecordingDialog {...props} document={state.document} start={readInWorker} />
}

export function RecordingDialog({
  commands,
  onClose,
  document,
  start,
  file: given,
  onAdded,
}: RecordingDialogProps) {
  const t = useT()
  const rules = useCorrelationRules()
  const reading = useRecording(withRules(start, rules.load), given)
  const { file } = reading
  const recording = file.state === 'read' && file.recording.exchanges.length > 0 ? file.recording : null
  const choice = useChoice(recording, file.state === 'read' ? file.key : null)
  const generate = (options: Choice['options']) =>
    recording === null
      ? null
      : toSteps(recording, {
          ...options,
          accepted: recording.dynamicValues.filter(({ id }) => options.accepted.has(id)),
          typed: recording.typedValues.filter(({ id }) => options.typed.has(id)),
          keepsAnswers: true,
          recordingName: file.state === 'read' ? file.name : '',
          baseUrl: plainAddress(document.settings.http.baseUrl),
          takenNames: [
            ...document.variables.map(({ name }) => name),
            ...document.parameters.flatMap(namesOf),
          ],
          newId,
        })
  const count = choice.options.chosen.size
  const adding = useAdding(({ steps, variables, parameters }) => {
    commands.addAll(steps, { variables: [...variables], parameters: [...parameters] })
    onAdded?.()
    onClose()
  })
  return (
    <FormDialog
      width={1_120}
      title={t('component.recording.title')}
      okText={t('component.recording.add', { count })}
      okButtonProps={{ disabled: recording === null || count === 0, loading: adding.isPending }}
      isChanged={recording !== null}
      onClose={onClose}
      onOk={() => {
        const made = generate(choice.options)
        if (made !== null) adding.add(made)
      }}
    >
      <FileArea reading={reading} />
      {recording === null && file.state !== 'reading' && (
        <>
          <LocalCapture onFile={reading.take} />
          <MachineCapture onFile={reading.take} />
        </>
      )}
      <LogFormat reading={reading} />
      <SecondRecording reading={reading} />
      {file.state === 'read' && file.recording.mix === undefined && (
        <RulesButton state={rules} onChanged={reading.readWithRules} />
      )}
      <KeyLog reading={reading} />
      {recording !== null && <RecordingPreview recording={recording} choice={choice} generate={generate} />}
    </FormDialog>
  )
}

/** A base address that is text only, without the slash at its end; '' for others. */
const plainAddress = (baseUrl: string): string => (baseUrl.includes('${') ? '' : baseUrl.replace(/\/+$/, ''))

function FileArea({ reading: { file, take, cancel } }: { readonly reading: RecordingImport }) {
  const t = useT()
  const fault = useFault(file)
  if (file.state === 'reading') {
    const { name, readBytes, sizeBytes } = file
    const texts = { name, read: formatBytes(readBytes), size: formatBytes(sizeBytes) }
    return (
      <div className="cd-recording-reading">
        <p role="status">{t('component.recording.reading', texts)}</p>
        <Progress
          percent={sizeBytes === 0 ? 0 : Math.floor((readBytes / sizeBytes) * 100)}
          aria-label={t('component.recording.progress')}
        />
        <Button onClick={cancel}>{t('component.recording.cancel')}</Button>
      </div>
    )
  }
  return (
    <>
      <Upload.Dragger
        accept=".har,.pcap,.pcapng,.cap,.json,.yaml,.yml,.js,.mjs,.ts,.scala,.java,.kt,.log,.txt"
        showUploadList={false}
        beforeUpload={each => {
          take(each)
          return false
        }}
      >
        {file.state === 'read' ? (
          <p>{t('component.recording.another', { name: file.name })}</p>
        ) : (
          <>
            <p className="cd-upload-icon">
              <InboxOutlined />
            </p>
            <p>{t('component.recording.drop')}</p>
            <p className="cd-help">
              {t('component.recording.dropHelp', { limit: formatBytes(maxRecordingBytes) })}
            </p>
            <p className="cd-help">{t('component.recording.captureHelp')}</p>
            <p className="cd-help">{t('component.recording.scriptHelp')}</p>
          </>
        )}
      </Upload.Dragger>
      {file.state === 'read' && file.environment !== undefined && (
        <p role="status" className="cd-recording-mix">
          {t('component.recording.environment', { name: file.environment })}
        </p>
      )}
      {fault !== null && (
        <Alert
          type="error"
          showIcon
          className="cd-upload-fault"
          title={fault}
          description={file.state === 'read' && <FoundFaults left={file.recording.left} />}
        />
      )}
    </>
  )
}

/** Why the requests of a file could not be read. */
function FoundFaults({ left }: { readonly left: readonly Left[] }) {
  const language = useSession('language')
  return (
    <ul className="cd-plain-list">
      {left.slice(0, maxFaults).map(({ place, text }) => (
        <li key={`${place} ${text.en}`}>{[place, text[language]].filter(Boolean).join(' · ')}</li>
      ))}
    </ul>
  )
}

/** Why nothing can be imported; null otherwise. */
function useFault(file: RecordingImport['file']): string | null {
  const t = useT()
  switch (file.state) {
    case 'tooLarge':
      return t('component.recording.tooLarge', { name: file.name, limit: formatBytes(maxRecordingBytes) })
    case 'unknownFormat':
      return t('component.recording.unknownFormat', { name: file.name })
    case 'environmentAlone':
      return t('component.recording.environmentAlone', { name: file.name })
    case 'failed':
      return t('component.recording.failed', { name: file.name, reason: file.reason })
    case 'read':
      return file.recording.exchanges.length === 0
        ? t('component.recording.nothing', { name: file.name })
        : null
    default:
      return null
  }
}
