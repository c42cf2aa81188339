// How the root is made, what it proves and what not, and the files to check it without this app.
import type { WireSolvencyProof } from '@maru/contract/solvency/calls';
import { OutsideCheck } from '../receipt/outside-check.tsx';
import { ProofFiles } from '../receipt/proof-files.tsx';
import { useWords } from '../text/language.tsx';
import { solvencyWords } from '../text/solvency.ts';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';

/** The name in the command. */
export const PROOF_FILE = 'solvency-proof.json';

interface Props {
  readonly open: boolean;
  readonly proof: WireSolvencyProof | undefined;
  readonly onClose: () => void;
}

export function MethodPanel({ open, proof, onClose }: Props) {
  const words = useWords(solvencyWords);
  const { leaf, join, sums, root } = words.steps;
  return (
    <FullScreenPanel open={open} onClose={onClose} title={words.help} closeLabel={words.close}>
      {open && (
        <>
          <section className="solvency__method">
            <ol>
              {[leaf, join, sums, root].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
          <section className="solvency__method">
            <h3 className="text-heading">{words.limitsTitle}</h3>
            <p>{words.limits.proven}</p>
            <p>{words.limits.unproven}</p>
          </section>
          <OutsideCheck command={words.command} lead={words.outsideLead}>
            <ProofFiles
              files={[{ name: PROOF_FILE, label: words.proofFile, value: proof }]}
              program="solvency-verify.mjs"
            />
          </OutsideCheck>
        </>
      )}
    </FullScreenPanel>
  );
}
