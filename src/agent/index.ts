/**
 * Looks at a page, acts on it, signs in, records and repeats. The only file of this library that others import.
 *
 * Do:      `runTask({ goal, steps }, options)` does what the words say, without a language model.
 * Ask:     `readPage(run, extractor, signal, asked)` reads the open page; `askSite(asked, reading, options)` looks further.
 * Sign in: `enterSite(url, options)` with the login in `options`; `loginOutcome(options)` says what became of it.
 * Repeat:  `replayScript(task, script, options)` does a recorded script again.
 * Model:   `drive(task, options)` lets a language model work with the same hands.
 * Tools:   `openPageTools(options)` gives the page view and the actions of the model loop to callers with a model of their own.
 */
export { type AgentOptions, DONE, newAgent, type StuckCode } from './agent.ts';
export type { AgentEnd } from './agent-end.ts';
export { createJournal, type Journal, type ScriptLine } from './journal.ts';
export type { Finish } from './loop/desk.ts';
export { type DriveEnd, type DriveOptions, drive, SPEND_CEILING, whySpent } from './loop/drive.ts';
export { type ComputerVendor, driveScreen } from './loop/drive-screen.ts';
export { askFirstStep } from './loop/exam.ts';
export { modelHealer } from './loop/heal.ts';
export { plainWords, ROBOT_CHECK } from './loop/owner-words.ts';
export { taskPrompt } from './loop/prompt.ts';
export type { ScreenAction, Size } from './loop/screen.ts';
export { type OtherHands, outsideTool } from './loop/tools.ts';
export { collectElements } from './observation/collect-elements.ts';
export { cssPath } from './observation/css-path.ts';
export { labelOf, type UiElement } from './observation/page-model.ts';
export { openPageTools, type PageTools } from './page-tools.ts';
export { askSite } from './read/ask-site.ts';
export { type PageReading, readPage } from './read/read-page.ts';
export { replayScript } from './replay/replay.ts';
export { saveShown } from './rules/download.ts';
export { type AgentTask, isCovered, leadsOn, planOf, questionOf } from './rules/plan.ts';
export { runTask } from './rules/run-task.ts';
export { enterAsTold, enterSite, loginOutcome } from './sign-in/enter-site.ts';
export { SecretGuard } from './sign-in/secret-guard.ts';
export type { SiteLogin } from './sign-in/site-login.ts';
export { NAME_AS_WORD } from './sign-in/type-secret.ts';
