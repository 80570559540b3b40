/**
 * Compiles and applies callers' schemas and judges results in a worker thread. The parent terminates it when that takes too
 * long (a backtracking `pattern`, references that multiply, hostile text).
 */
import { parentPort } from 'node:worker_threads';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import ajvFormats from 'ajv-formats';
import { LONG_DIGITS, withNumbers } from '../platform/exact-json.ts';
import { canonicalOutput, RUN_METADATA } from './canonical-output.ts';
import { isEmptyCollection } from './empty-result.ts';
import { type JudgeInput, judge } from './judge.ts';
import type { SchemaQuestion, SchemaReply } from './schema-checker.ts';
import { DECLARED, type DeclaredKeys, FILLED, strictSchema } from './strict-schema.ts';
import { within } from './within.ts';

const PROBLEM_LIMIT = 20;
/** How many times its limit a quick check may take on the wall clock. */
const PATIENCE = 20;
const meta = new Ajv2020({ strict: false, allErrors: true, logger: false });

answer({
  kind: 'validate',
  schema: { type: 'object', properties: { warm: { type: 'string', format: 'date' } } },
  output: {},
});
parentPort?.on('message', (question: SchemaQuestion) => parentPort?.postMessage(reply(question)));
parentPort?.postMessage({ ready: true });

function reply(question: SchemaQuestion): SchemaReply {
  return question.quickMs === undefined ? answer(question) : quickAnswer(question, question.quickMs);
}

/** The limit counts CPU time; when the machine gave the thread less than the wall clock says, it tries again. */
function quickAnswer(question: SchemaQuestion, limitMs: number): SchemaReply {
  for (let wallMs = limitMs; ; ) {
    const before = process.threadCpuUsage();
    const said = within(wallMs, () => answer(question));
    if (said) return said;
    const used = process.threadCpuUsage(before);
    const workedMs = (used.user + used.system) / 1_000;
    if (workedMs >= limitMs || wallMs >= limitMs * PATIENCE) return null;
    wallMs = Math.min(limitMs * PATIENCE, Math.ceil((wallMs * 1.5 * limitMs) / Math.max(workedMs, 1)));
  }
}

function answer(question: SchemaQuestion): Exclude<SchemaReply, null> {
  if (question.kind === 'judge') return judged(question.input);
  const compiled = compile(question.schema);
  if ('problem' in compiled) return { problems: [compiled.problem] };
  try {
    if (question.kind === 'validate') return fitted(compiled.validate, question.output);
    // Endless references show only when they are followed.
    for (const probe of [{}, [], '', 0, null]) compiled.validate(probe);
    return { problems: [] };
  } catch (error) {
    return { problems: [explain(error)] };
  }
}

/** Each time an outer part is settled, the parts inside it may follow. */
const MOST_ROUNDS = 16;

/** The canonical output; a part that only the schema explains stays as it came, and long digits are numbers where it wants them. */
function fitted(validate: ValidateFunction, raw: unknown): Exclude<SchemaReply, null> {
  const kept = new Set<string>();
  const numbers = new Set<string>();
  for (let round = 1; ; round += 1) {
    const changed = new Set<string>();
    const output = canonicalOutput(raw, { kept, changed });
    const checked = numbers.size > 0 ? withNumbers(output, numbers, Number) : output;
    const problems = problemsOf(validate, checked);
    const size = kept.size + numbers.size;
    if (problems.length > 0 && round < MOST_ROUNDS) {
      validate(checked);
      for (const { keyword, instancePath: at, params } of validate.errors ?? []) {
        if (keyword !== 'type') continue;
        const isNumber = [params.type].flat().some((type) => type === 'number' || type === 'integer');
        const value = valueAt(at, output);
        if (isNumber && typeof value === 'string' && LONG_DIGITS.test(value)) numbers.add(at);
        else if (changed.has(at)) kept.add(at);
      }
    }
    if (kept.size + numbers.size === size) return { problems, fitted: { output, numbers: [...numbers] } };
  }
}

function judged(input: JudgeInput): Exclude<SchemaReply, null> {
  try {
    return { judgement: judge(input) };
  } catch (error) {
    return { thrown: String(error) };
  }
}

function compile(schema: Record<string, unknown>): { validate: ValidateFunction } | { problem: string } {
  try {
    const strict = strictSchema(schema);
    if (!meta.validateSchema(strict)) {
      const [first] = meta.errors ?? [];
      return {
        problem: `the schema is not valid JSON Schema: ${first ? sentence(first, 'schema') : 'unknown error'}`,
      };
    }
    // One instance for each schema: an instance keeps everything it has ever compiled.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      logger: false,
      meta: false,
      validateSchema: false,
      ownProperties: true,
      code: { regExp: tolerantRegExp },
    });
    ajvFormats.default(ajv);
    ajv.addKeyword({ keyword: FILLED, type: 'object', schemaType: 'array', compile: filledKeyword });
    ajv.addKeyword({ keyword: DECLARED, type: 'object', schemaType: 'object', compile: declaredKeyword });
    return { validate: ajv.compile(strict) };
  } catch (error) {
    return { problem: explain(error) };
  }
}

/** Patterns written for engines without the Unicode flag still work. */
const tolerantRegExp = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

function filledKeyword(keys: string[]): DataValidateFunction {
  return reporting(FILLED, (data) =>
    keys
      .filter((key) => Object.hasOwn(data, key))
      .flatMap((key) => {
        const value = data[key];
        if (typeof value === 'string' && value.trim() === '') return [{ key, isCollection: false }];
        const isCollection = value !== null && typeof value === 'object' && Object.keys(value).length === 0;
        return isCollection ? [{ key, isCollection }] : [];
      }),
  );
}

function declaredKeyword({ keys, patterns }: DeclaredKeys): DataValidateFunction {
  const known = new Set(keys);
  const expressions = patterns.map((pattern) => tolerantRegExp(pattern, 'u'));
  return reporting(DECLARED, (data) =>
    Object.keys(data)
      .filter((key) => !known.has(key) && !expressions.some((expression) => expression.test(key)))
      .map((key) => ({ key })),
  );
}

function reporting(
  keyword: string,
  find: (data: Record<string, unknown>) => { key: string }[],
): DataValidateFunction {
  const validate: DataValidateFunction = (data: Record<string, unknown>) => {
    const found = find(data);
    validate.errors = found.map((params) => ({ keyword, params }));
    return found.length === 0;
  };
  return validate;
}

/** Run metadata such as the page's URL is no undeclared key: the output is valid with it or without it. */
function problemsOf(validate: ValidateFunction, output: unknown): string[] {
  const bare = withoutMetadata(output);
  const withIt = problemsWith(validate, output);
  if (withIt.length === 0 || bare === output) return withIt;
  const without = problemsWith(validate, bare);
  return without.length < withIt.length ? without : withIt;
}

function problemsWith(validate: ValidateFunction, output: unknown): string[] {
  if (validate(output)) return [];
  // "Nothing found" is a result as a whole; one empty list beside filled keys is a gap.
  const mayBeEmpty = isEmptyCollection(output);
  const problems = (validate.errors ?? [])
    .filter((error) => !(mayBeEmpty && error.keyword === FILLED && error.params.isCollection))
    .map((error) => sentence(error, 'output', output));
  const distinct = [...new Set(problems)];
  const rest = distinct.length - PROBLEM_LIMIT;
  return rest > 0 ? [...distinct.slice(0, PROBLEM_LIMIT), `and ${rest} more`] : distinct;
}

function withoutMetadata(output: unknown): unknown {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return output;
  const entries = Object.entries(output);
  const kept = entries.filter(([key]) => !RUN_METADATA.has(key));
  return kept.length === entries.length ? output : Object.fromEntries(kept);
}

function sentence(error: ErrorObject, root: string, data?: unknown): string {
  const at = place(error.instancePath, root);
  const inside = (key: string) => (at === root ? key : `${at}.${key}`);
  switch (error.keyword) {
    case 'required':
      return `${inside(error.params.missingProperty)} is missing`;
    case FILLED:
      return `${inside(error.params.key)} is empty`;
    case DECLARED:
      return `${inside(error.params.key)} is not declared in the schema`;
    case 'additionalProperties':
      return `${inside(error.params.additionalProperty)} is not declared in the schema`;
    case 'type': {
      const wanted = [error.params.type].flat().join(' or ');
      return data === undefined
        ? `${at} must be ${wanted}`
        : `${at} must be ${wanted}, not ${typeAt(error.instancePath, data)}`;
    }
    case 'enum':
      return `${at} must be one of ${JSON.stringify(error.params.allowedValues).slice(0, 200)}`;
    default:
      return `${at} ${(error.message ?? 'does not satisfy the schema').slice(0, 200)}`;
  }
}

function place(pointer: string, root: string): string {
  if (pointer === '') return root;
  return steps(pointer)
    .map((step, index) =>
      /^\d+$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${step.slice(0, 100)}`,
    )
    .join('');
}

function typeAt(pointer: string, data: unknown): string {
  const value = valueAt(pointer, data);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function valueAt(pointer: string, data: unknown): unknown {
  let value = data;
  for (const step of pointer === '' ? [] : steps(pointer))
    value = (value as Record<string, unknown> | null)?.[step];
  return value;
}

function steps(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function explain(error: unknown): string {
  if (error instanceof RangeError) return 'the schema refers to itself without end';
  const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
  return `the schema cannot be used: ${message.slice(0, 200)}`;
}
