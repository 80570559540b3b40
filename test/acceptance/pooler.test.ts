import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { expectAnswered, expectInOrder, type Instance, startCluster } from '../support/cluster.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';

const KEYS = 40;

test.skipIf(!hasPgBouncer)(
  'instances behind PgBouncer make one run per key and lose none',
  {
    timeout: 240_000,
  },
  async () => {
    await using cluster = await startCluster();
    // Fewer sessions than the instances have connections, so that they share them all the time.
    await using pooler = await startPgBouncer(cluster.databaseUrl, 6);
    const [told, untold] = await Promise.all([
      cluster.start({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: cluster.databaseUrl,
        LOG_LEVEL: 'info',
      }),
      cluster.start({ DATABASE_URL: pooler.url }),
    ]);
    const create = async (at: Instance, key: number) => {
      const body =
        key % 2
          ? { url: cluster.page, routing: 'local-fetch' }
          : { input: 'Say [[after=200]]', routing: 'browser-use' };
      const answer = await at.create(
        { ...body, background: key % 3 > 0 },
        { 'idempotency-key': `key-${key}` },
      );
      expect([200, 202, 409]).toContain(answer.status);
      return answer.json.id as string | undefined;
    };
    // The first create of a process loads code, which takes seconds on a busy machine.
    const made = await Promise.all([create(told, -1), create(untold, -2)]);
    for (let key = 0; key < KEYS; key += 4) {
      const keys = [key, key + 1, key + 2, key + 3];
      const answers = await Promise.all(
        keys.map((one) => Promise.all([create(told, one), create(untold, one), create(told, one)])),
      );
      for (const answered of answers) {
        const ids = new Set(answered.filter((id) => id !== undefined));
        expect(ids.size).toBe(1);
        made.push(...ids);
      }
    }
    await expectAnswered(cluster, made as string[], 60_000);
    expect(new Set(made).size).toBe(KEYS + 2);
    expect(await cluster.db.query(sql`select count(*) as runs from runs`)).toEqual([{ runs: KEYS + 2 }]);
    await expectInOrder(cluster);

    expect(told.output()).toContain('Notices between instances arrive.');
    expect(untold.output()).toContain('Notices between instances do not arrive');
    // One executes, the other waits for it, with notices or without.
    const { json } = await told.create({
      input: 'Say [[after=1500]]',
      routing: 'browser-use',
      background: true,
    });
    const stream = await fetch(`${untold.url}/api/v1/responses/${json.id}?stream=true`, {
      headers: { authorization: `Bearer ${untold.key}` },
    });
    expect(await stream.text()).toContain('response.completed');
    for (const { output } of [told, untold]) expect(output()).not.toMatch(/"level":(50|60)/);
  },
);
