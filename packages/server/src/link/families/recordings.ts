/** Server rules of family `recordings`: only the server that ordered one knows it, and nobody else may report on it. */
import type { FamilyRules } from './family-rules.ts'

export const recordings = {
  commands: {
    // What was not sent fails at once with its cause.
    startCapture: {
      offline: 'dropped',
      give: (given, { recordingId }) => given.of('recordings').add(recordingId),
    },
    startProxy: {
      offline: 'dropped',
      give: (given, { recordingId }) => given.of('recordings').add(recordingId),
    },
    markRecording: { offline: 'dropped' },
    removeRecordingAuthority: {
      offline: 'kept',
      replaces: ({ projectId }, waiting) =>
        waiting.kind === 'removeRecordingAuthority' && waiting.projectId === projectId,
    },
    // Sent again and again while it is wanted, so that a new connection knows it too.
    keepRecording: {
      offline: 'dropped',
      give: (given, { recordingId }) => given.of('recordings').add(recordingId),
    },
    stopRecording: { offline: 'dropped' },
    readRecording: { offline: 'dropped' },
    // An agent that does not hear of it forgets it by itself.
    forgetRecording: { offline: 'dropped' },
  },
  reports: {
    captureProgress: {
      delivery: 'everywhere',
      isGiven: (given, { recordingId }) => given.of('recordings').has(recordingId),
    },
    captureEnded: {
      delivery: 'everywhere',
      isGiven: (given, { recordingId }) => given.of('recordings').has(recordingId),
    },
    proxyReports: {
      delivery: 'everywhere',
      isGiven: (given, { recordingId }, at) =>
        given.of('recordings').has(recordingId) && given.mayTellOfProxy(at),
    },
    recordingLost: {
      delivery: 'everywhere',
      isGiven: (given, { recordingId }) => given.of('recordings').has(recordingId),
    },
    recordingPiece: {
      delivery: 'everywhere',
      isGiven: (given, { recordingId }) => given.of('recordings').has(recordingId),
    },
  },
} satisfies FamilyRules<'recordings'>
