package dev.baton.console.page;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * A reduced picture of a page. Two of them are compared by the mean colours of blocks: how a machine smooths the edges of
 * letters makes no difference, but a text, a colour or a part that is missing or elsewhere does.
 */
final class Picture {
    /** Each pixel stands for a square with sides of so many pixels of the page. */
    static final int REDUCTION = 4;
    /** Pixels on each side of a block: together, a line of text. */
    private static final int BLOCK = 4;
    /** How much the mean of a colour, from 0 to 255, may differ in a block. */
    private static final int TOLERANCE = 12;
    /** Fewer colours make smaller files. */
    private static final int COLOUR_STEP = 8;

    private final BufferedImage image;

    private Picture(BufferedImage image) {
        this.image = image;
    }

    /** Reduces a screenshot in the format PNG. */
    static Picture ofScreenshot(byte[] png) {
        try {
            return new Picture(reduced(ImageIO.read(new ByteArrayInputStream(png))));
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    static Picture read(Path file) {
        try {
            return new Picture(ImageIO.read(file.toFile()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void write(Path file) {
        try {
            Files.createDirectories(file.getParent());
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static BufferedImage reduced(BufferedImage page) {
        BufferedImage small = new BufferedImage(
                page.getWidth() / REDUCTION, page.getHeight() / REDUCTION, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < small.getHeight(); y++) {
            for (int x = 0; x < small.getWidth(); x++) {
                int[] mean = mean(page, x * REDUCTION, y * REDUCTION, REDUCTION);
                small.setRGB(x, y, new Color(step(mean[0]), step(mean[1]), step(mean[2])).getRGB());
            }
        }
        return small;
    }

    private static int step(int colour) {
        return Math.min(255, Math.round(colour / (float) COLOUR_STEP) * COLOUR_STEP);
    }

    /** Returns the blocks that differ, as their places on the page; a text about the sizes if these differ. */
    List<String> differencesTo(Picture other) {
        if (image.getWidth() != other.image.getWidth() || image.getHeight() != other.image.getHeight()) {
            return List.of("the sizes differ: " + size() + " and " + other.size());
        }
        List<String> differences = new ArrayList<>();
        for (int y = 0; y < image.getHeight(); y += BLOCK) {
            for (int x = 0; x < image.getWidth(); x += BLOCK) {
                int difference = difference(mean(image, x, y, BLOCK), mean(other.image, x, y, BLOCK));
                if (difference > TOLERANCE) {
                    differences.add(x * REDUCTION + "," + y * REDUCTION + " by " + difference);
                }
            }
        }
        return differences;
    }

    private String size() {
        return image.getWidth() + "x" + image.getHeight();
    }

    private static int difference(int[] mean, int[] other) {
        int largest = 0;
        for (int colour = 0; colour < mean.length; colour++) {
            largest = Math.max(largest, Math.abs(mean[colour] - other[colour]));
        }
        return largest;
    }

    /** Returns the mean of each colour in a square, as far as it is inside the picture. */
    private static int[] mean(BufferedImage of, int left, int top, int side) {
        int right = Math.min(left + side, of.getWidth());
        int bottom = Math.min(top + side, of.getHeight());
        int[] sums = new int[3];
        for (int y = top; y < bottom; y++) {
            for (int x = left; x < right; x++) {
                int rgb = of.getRGB(x, y);
                sums[0] += rgb >> 16 & 0xff;
                sums[1] += rgb >> 8 & 0xff;
                sums[2] += rgb & 0xff;
            }
        }
        int count = (right - left) * (bottom - top);
        return new int[] {sums[0] / count, sums[1] / count, sums[2] / count};
    }
}
